import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { freePort, freePorts } from './index.js';

it('gives ports that can be listened on, none twice, none that an outgoing connection could take meanwhile', async () => {
  const ports = [...(await freePorts(30)), await freePort(), ...(await freePorts(30))];
  expect(new Set(ports).size).toBe(61);
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    expect(port).toBeGreaterThan(1_023);
  }
});

it('passes over a port that somebody listens on', async () => {
  const first = await freePort();
  const taken = createServer();
  // The next that is free now is the next to be given.
  const port = await eventually(
    (() => {
      let candidate = first;
      return () =>
        new Promise<number>((resolve, reject) => {
          candidate++;
          taken.once('error', reject);
          taken.listen(candidate, '127.0.0.1', () => resolve(candidate));
        });
    })(),
  );
  expect(await freePorts(100)).not.toContain(port);
  await new Promise((resolve) => taken.close(resolve));
});
