import { describe, expect, it } from '@jest/globals';
import { newContext, runInContext } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { QrFormat } from '@linqr/proto/qr/v1/qr';
import { eventually } from '@linqr/testing/eventually';
import { codesAsZip, DownloadTurns, type Drawing } from './qr-files.js';

const IMAGE = { format: QrFormat.QR_FORMAT_PNG, size: 0, millimetres: 0, dpi: 0 };
const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `qr_${at}`, title: `Code ${at}`, content: 'x' }));
/** Draws 100 kB for every code, or what `draw` says. */
const drawing = (draw: (id: string) => Promise<Uint8Array> = async () => new Uint8Array(100_000)) => {
  const drawn: string[] = [];
  const services: Drawing = {
    qr: {
      exportQrCode: async ({ id }) => {
        drawn.push(id);
        return { content: Buffer.from(await draw(id)), contentType: 'image/png', fileName: 'x.png' };
      },
    },
  };
  return { services, drawn };
};
const read = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('a ZIP of codes', () => {
  it('goes on after the deadline of the call that asked for it', async () => {
    const { services, drawn } = drawing();
    const late = { ...newContext(), deadlineMs: Date.now() - 1 };
    const zip = await runInContext(late, () => read(codesAsZip(services, entries(5), IMAGE, 'png')));
    expect(drawn).toHaveLength(5);
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(zip.includes('5-code-4.png')).toBe(true);
  });

  it('draws no further than its reader has come', async () => {
    const { services, drawn } = drawing();
    const stream = codesAsZip(services, entries(200), IMAGE, 'png');
    await eventually(() => drawn.length > 0);
    // Nobody reads: what waits in the stream is all there is.
    await new Promise((resolve) => setImmediate(resolve));
    expect(drawn.length).toBeLessThan(5);
    stream.destroy();
    await eventually(() => stream.closed);
    expect(drawn.length).toBeLessThan(6);
  });

  it('leaves out what cannot be drawn and says so in its index', async () => {
    const { services } = drawing(async (id) => {
      if (id === 'qr_1') throw new AppError('QR_CODE_NOT_FOUND', 'QR code not found');
      return new Uint8Array(10);
    });
    const zip = (await read(codesAsZip(services, entries(3), IMAGE, 'png'))).toString('latin1');
    expect([zip.includes('1-code-0.png'), zip.includes('2-code-1.png'), zip.includes('3-code-2.png')]).toEqual([true, false, true]);
  });

  it('breaks off where a part is away, so that nobody takes half for the whole', async () => {
    const { services } = drawing(async (id) => {
      if (id === 'qr_2') throw new AppError('PART_UNAVAILABLE', 'Down.');
      return new Uint8Array(10);
    });
    await expect(read(codesAsZip(services, entries(3), IMAGE, 'png'))).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
  });
});

it('a workspace has so many downloads at once and no more, each place free again at its end', async () => {
  const turns = new DownloadTurns(1);
  const start = (workspace: string) => turns.take(workspace, codesAsZip(drawing().services, entries(1), IMAGE, 'png'));
  const first = start('ws_1');
  expect(() => start('ws_1')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  await read(start('ws_2'));
  await read(first);
  await eventually(() => {
    try {
      start('ws_1').destroy();
      return true;
    } catch {
      return false;
    }
  });
});
