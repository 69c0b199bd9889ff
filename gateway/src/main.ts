import { createRuntime } from '@linqr/platform/service';
import { gatewayConfig } from './config.js';
import { startGateway } from './wire.js';

const runtime = createRuntime('gateway', gatewayConfig);
runtime.lifecycle.installSignalHandlers();
try {
  runtime.lifecycle.announce(await startGateway(runtime));
} catch (error) {
  runtime.logger.fatal({ err: error }, 'start failed');
  process.exit(1);
}
