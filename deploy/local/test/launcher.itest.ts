import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isListening } from '@linqr/embedded/ports';
import { isAlive } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { endEverything, newFolder, Toy } from './toy-installation.js';

jest.setTimeout(60_000);
afterEach(endEverything);

const port = (url: string) => Number(new URL(url).port);

describe('a start that cannot succeed says why in one sentence and ends with 1', () => {
  it('a taken port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const taken = (server.address() as { port: number }).port;
    const toy = Toy.start(newFolder(), { environment: { EDGE_PORT: String(taken) } });
    expect(await toy.end()).toBe(1);
    expect(toy.output.trim()).toBe(`Port ${taken} for the short domain is taken by another program. Choose another one with EDGE_PORT.`);
    server.close();
  });

  it('a second start on the same data, which does not disturb the first', async () => {
    const folder = newFolder();
    const first = Toy.start(folder);
    const { appUrl } = await first.ready();
    const second = Toy.start(folder);
    expect(await second.end()).toBe(1);
    expect(second.output.trim()).toBe(
      `Linqr already runs on the data in ${folder} (process ${first.pid}). Stop it, or choose another folder with LINQR_DATA_DIR.`,
    );
    expect((await fetch(appUrl)).status).toBe(200);
    expect((await first.ready()).pid).toBe(first.pid);
  });

  it('a data folder that cannot be written', async () => {
    const path = join(newFolder(), 'file');
    writeFileSync(path, '');
    const toy = Toy.start(join(path, 'data'));
    expect(await toy.end()).toBe(1);
    expect(toy.output.trim()).toBe(
      `The data folder ${join(path, 'data')} cannot be written (a part of the path is a file). Choose another one with LINQR_DATA_DIR.`,
    );
  });

  it('a data folder where the system makes no folders', async () => {
    // Linux says ENOENT there; elsewhere /proc cannot be made at all.
    const toy = Toy.start('/proc/linqr/data');
    expect(await toy.end()).toBe(1);
    expect(toy.output.trim()).toMatch(
      /^The data folder \/proc\/linqr\/data cannot be written \(.*\)\. Choose another one with LINQR_DATA_DIR\.$/,
    );
  });

  it('settings that are not valid, all at once', async () => {
    const toy = Toy.start(newFolder(), { environment: { PORT: 'many', EDGE_PORT: '70000' } });
    expect(await toy.end()).toBe(1);
    expect(toy.output).toMatch(/PORT: .*\n.*EDGE_PORT: /);
  });

  it('a door that never starts; nothing is left running', async () => {
    const folder = newFolder();
    for (const name of ['door', 'shop', 'store']) writeFileSync(join(folder, `fail-${name}`), '');
    const toy = Toy.start(folder);
    expect(await toy.end()).toBe(1);
    expect(toy.output).toContain('Linqr cannot start without door, shop, store.');
    expect(toy.output).toContain('the toy cannot start');
    expect(toy.processes()).toEqual([]);
  });

  it('a database whose password is gone', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'postgres'));
    const toy = Toy.start(folder);
    expect(await toy.end()).toBe(1);
    expect(toy.output).toContain('its password in');
  });
});

describe('a running installation', () => {
  it('keeps secrets from other users and makes them once', async () => {
    const folder = newFolder();
    const first = Toy.start(folder);
    await first.ready();
    const secret = join(folder, 'secrets/access-token-private-key.pem');
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const before = statSync(secret).mtimeMs;
    first.child.kill('SIGTERM');
    expect(await first.end()).toBe(0);
    await Toy.start(folder).ready();
    expect(statSync(secret).mtimeMs).toBe(before);
  });

  it('starts a crashed part again with growing waits and says so, and forgets nothing else', async () => {
    const folder = newFolder();
    const toy = Toy.start(folder);
    const { shortUrl, appUrl } = await toy.ready();
    const door = await (await fetch(appUrl)).text();
    writeFileSync(join(folder, 'fail-shop'), '');
    await fetch(`${shortUrl}/crash`).catch(() => {});
    await eventually(() => toy.journal().filter((line) => line === 'shop failed').length >= 3);
    rmSync(join(folder, 'fail-shop'));
    await eventually(async () => (await fetch(shortUrl)).ok);
    await eventually(() => toy.output.includes('shop is ready again'));
    expect(toy.output).toContain('shop ended with code 9; starting it again in 0.1 s');
    expect(toy.output).toContain('shop ended with code 3; starting it again in 0.2 s');
    expect(toy.output).toContain('shop ended with code 3; starting it again in 0.4 s');
    expect(await (await fetch(appUrl)).text()).toBe(door);
  });

  it('goes up without a part that does not start, and names it', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'fail-store'), '');
    const toy = Toy.start(folder);
    expect((await toy.ready()).missing).toEqual(['store']);
    expect(toy.output).toContain('Linqr is up without store');
  });
});

describe('the end', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops everything in reverse order and leaves nothing', async (signal) => {
    const toy = Toy.start(newFolder());
    const { appUrl } = await toy.ready();
    const pids = toy.processes().map(({ pid }) => pid);
    expect(pids).toHaveLength(3);
    // To the whole group, as a terminal sends it.
    process.kill(-toy.pid, signal);
    expect(await toy.end()).toBe(0);
    expect(toy.journal().filter((line) => line.includes('stopped'))).toEqual([
      'door stopped by SIGTERM',
      'shop stopped by SIGTERM',
      'store stopped by SIGTERM',
    ]);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await isListening(port(appUrl))).toBe(false);
  });

  it('a second Ctrl-C ends a part that does not stop, and still leaves nothing', async () => {
    const toy = Toy.start(newFolder(), { slow: 'shop' });
    await toy.ready();
    const pids = toy.processes().map(({ pid }) => pid);
    process.kill(-toy.pid, 'SIGINT');
    await eventually(() => toy.journal().includes('door stopped by SIGTERM'));
    process.kill(-toy.pid, 'SIGINT');
    expect(await toy.end(8_000)).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('a signal during the start leaves nothing either', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'fail-door'), '');
    const toy = Toy.start(folder);
    await eventually(() => toy.journal().includes('shop up'));
    process.kill(-toy.pid, 'SIGINT');
    expect(await toy.end()).toBe(0);
    expect(toy.processes()).toEqual([]);
  });

  it('kill -9 of the launcher: the parts end by themselves and the next start is not blocked', async () => {
    const folder = newFolder();
    const toy = Toy.start(folder, { slow: 'shop' });
    const { appUrl } = await toy.ready();
    const pids = toy.processes().map(({ pid }) => pid);
    process.kill(toy.pid, 'SIGKILL');
    await eventually(() => pids.every((pid) => !isAlive(pid)));
    const next = Toy.start(folder, { environment: { PORT: String(port(appUrl)) } });
    expect(port((await next.ready()).appUrl)).toBe(port(appUrl));
  });

  it('kill -9 of the launcher with parts that hang: the next start ends them first', async () => {
    const folder = newFolder();
    const toy = Toy.start(folder);
    await toy.ready();
    const [hanging] = toy.processes();
    process.kill(hanging!.pid, 'SIGSTOP');
    process.kill(toy.pid, 'SIGKILL');
    const next = Toy.start(folder);
    await next.ready();
    expect(next.output).toContain(`Ended what an earlier start had left running: ${hanging!.name}`);
    expect(isAlive(hanging!.pid)).toBe(false);
  });
});

describe('the databases of an installation', () => {
  it('come up with it, end after a kill -9 of the launcher, and start again over the same data', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const toy = Toy.start(folder, { withStores: true });
    const first = await toy.ready();
    expect(await isListening(first.postgresPort)).toBe(true);
    expect(await isListening(first.clickhousePort)).toBe(true);
    process.kill(toy.pid, 'SIGKILL');
    await eventually(async () => !(await isListening(first.postgresPort)) && !(await isListening(first.clickhousePort)), {
      timeoutMs: 20_000,
    });
    const next = Toy.start(folder, { withStores: true });
    const second = await next.ready();
    expect(await isListening(second.postgresPort)).toBe(true);
    next.child.kill('SIGTERM');
    expect(await next.end()).toBe(0);
    expect(await isListening(second.postgresPort)).toBe(false);
    expect(await isListening(second.clickhousePort)).toBe(false);
  });

  it('are taken over by a start that comes at once after a kill -9', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const toy = Toy.start(folder, { withStores: true });
    await toy.ready();
    process.kill(toy.pid, 'SIGKILL');
    const next = await Toy.start(folder, { withStores: true }).ready();
    expect(await isListening(next.postgresPort)).toBe(true);
  });
});
