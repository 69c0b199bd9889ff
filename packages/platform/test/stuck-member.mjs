// A consumer that takes records and never finishes with them: bus-groups.contract.ts kills it.
// Arguments: BUS_URL, group, topic, mark of the test's records.
import { openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';

const [url, group, topic, mark] = process.argv.slice(2);
const bus = await openBus({ url, clientId: 'stuck', logger: createLogger({ service: 'stuck', level: 'silent' }) });
await bus.subscribe({
  group,
  topics: [topic],
  from: 'beginning',
  handler: async (records) => {
    if (!records.some((r) => r.headers.mark === mark)) return;
    process.stdout.write('holding\n');
    await new Promise(() => {});
  },
});
