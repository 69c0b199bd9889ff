// How long drawings take on one core, all in this process: `npm run measure -w @linqr/qr`. Goal: p95 of a 300-pixel PNG under
// 25 ms of CPU. `--json file`: the goal's row for `npm run bench`, without the other formats.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_DESIGN, QR_CORNER_STYLES, QR_FRAMES, QR_STYLES, type QrDesign } from '@linqr/qr-render';
import { loadAverage } from '@linqr/testing/accounting';
import { drawImage } from '../src/rendering/image.js';
import type { ImageFormat } from '../src/rendering/render-task.js';

const ROUNDS = 4;
const GOAL_MS = 25;

const designs: QrDesign[] = QR_STYLES.flatMap((style) =>
  QR_CORNER_STYLES.flatMap((cornerStyle) => QR_FRAMES.map((frame) => ({ ...DEFAULT_DESIGN, style, cornerStyle, frame }))),
);

/** CPU milliseconds of each drawing; every payload is new, as every code's is. */
async function measure(format: ImageFormat, size: number, wanted: QrDesign[], rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, design] of wanted.entries()) {
      const payload = `https://links.example.com/qr/qr_${String(round * 1_000 + at).padStart(26, '0')}`;
      const before = process.cpuUsage();
      await drawImage(payload, design, format, size);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
    }
  }
  return times.sort((a, b) => a - b);
}

function report(name: string, times: number[]): number {
  const quantile = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const line = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(share).toFixed(1)} ms`).join(', ');
  process.stdout.write(`${name}: ${line} (${times.length} drawings)\n`);
  return quantile(0.95);
}

await measure('png', 300, designs, 1);
const p95 = report('png 300', await measure('png', 300, designs, ROUNDS));
const { values: options } = parseArgs({ options: { json: { type: 'string' } } });
if (options.json) {
  const row = { what: 'QR code, 300-pixel PNG: CPU, p95', value: Number(p95.toFixed(1)), unit: 'ms', most: GOAL_MS };
  const note = `${designs.length * ROUNDS} drawings, every style, corner and frame, each with an address of its own`;
  writeFileSync(options.json, JSON.stringify({ rows: [{ ...row, note, load: loadAverage() }] }));
} else {
  const framed = designs.filter(({ frame }) => frame !== 'none');
  report('png 300 with a frame and words', await measure('png', 300, framed, 1));
  report('svg', await measure('svg', 300, designs, 1));
  report('png 1024', await measure('png', 1024, designs, 1));
  report('jpeg 1024', await measure('jpeg', 1024, designs.slice(0, 40), 1));
  report('webp 1024', await measure('webp', 1024, designs.slice(0, 40), 1));
  report('pdf 300', await measure('pdf', 300, designs.slice(0, 40), 1));
  report('png 4096', await measure('png', 4096, designs.slice(0, 5), 1));
}
process.exitCode = p95 < GOAL_MS ? 0 : 1;
