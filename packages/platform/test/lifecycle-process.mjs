// A process as main.ts makes one: lifecycle.itest.ts sends it signals. Argument: how its only resource closes.
import { Lifecycle } from '@linqr/platform/lifecycle';
import { createLogger } from '@linqr/platform/logging';

const [how] = process.argv.slice(2);
const lifecycle = new Lifecycle(createLogger({ service: 'child', level: 'silent' }), how === 'hangs' ? 300 : 20_000);
const alive = setInterval(() => {}, 1_000);
lifecycle.onClose('resource', async () => {
  process.stdout.write('closing\n');
  if (how === 'hangs' || how === 'waits') await new Promise(() => {});
  clearInterval(alive);
  process.stdout.write('closed\n');
});
lifecycle.installSignalHandlers();
if (how === 'rejects') void Promise.reject(new Error('nobody listens'));
lifecycle.announce({ port: 7 });
process.stdout.write('ready\n');
