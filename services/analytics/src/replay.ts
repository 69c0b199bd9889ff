// `npm run replay -w @linqr/analytics`: sends what was set aside through ingestion once more, after the cause was mended.
// Takes what is there when it starts and ends; what is still impossible is set aside again. Safe to repeat and to kill.
import { openBus } from '@linqr/platform/bus';
import { createRuntime } from '@linqr/platform/service';
import { replayConfig } from './config.js';
import { replaySetAside } from './ingest/replay.js';

const { config, logger, lifecycle } = createRuntime('analytics-replay', replayConfig);
lifecycle.installSignalHandlers();
const bus = await openBus({ url: config.BUS_URL, clientId: 'analytics-replay', logger });
lifecycle.onClose('bus', () => bus.close());
const replayed = await replaySetAside(bus);
logger.info({ records: replayed }, 'set-aside records sent again');
await lifecycle.stop('done');
