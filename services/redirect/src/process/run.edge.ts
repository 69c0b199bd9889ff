// The process around an edge: config, signals, management port. With EDGE_PROCESSES > 1 this one only watches over the others.
import cluster from 'node:cluster';
import { ConfigError, loadConfig } from '@linqr/platform/config';
import { Lifecycle } from '@linqr/platform/lifecycle';
import { createLogger } from '@linqr/platform/logging';
import { Management } from '@linqr/platform/management';
import { startTracing } from '@linqr/platform/tracing';
import { type EdgeConfig, edgeConfig } from '../config.js';
import { startEdge } from '../edge.js';
import { StartProblem } from './start.problem.js';
import { answerSupervisor, startSupervisor, tellProblem } from './supervisor.js';

export async function runEdge(): Promise<void> {
  let config: EdgeConfig;
  try {
    config = loadConfig(edgeConfig);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`redirect: ${error.message}\n`);
    process.exit(1);
  }
  const logger = createLogger({ service: 'redirect', level: config.LOG_LEVEL });
  const lifecycle = new Lifecycle(logger, config.SHUTDOWN_GRACE_SECONDS * 1_000);
  const management = new Management('redirect');
  lifecycle.onDrain(() => management.drain());
  lifecycle.installSignalHandlers();
  const runtime = { config, logger, lifecycle, management };
  try {
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT)
      lifecycle.onClose(
        'traces',
        await startTracing({ service: 'redirect', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: config.OTEL_TRACES_SAMPLER_ARG }),
      );
    if (cluster.isWorker) {
      answerSupervisor(runtime);
      lifecycle.onClose('management', () => management.close());
      lifecycle.announce({ edgePort: await startEdge({ ...runtime, slot: config.EDGE_SLOT }) });
      return;
    }
    const managementPort = await management.listen(config.MANAGEMENT_HOST, config.MANAGEMENT_PORT);
    lifecycle.onClose('management', () => management.close());
    const edgePort = config.EDGE_PROCESSES > 1 ? await startSupervisor(runtime) : await startEdge({ ...runtime, slot: 0 });
    lifecycle.announce({ edgePort, managementPort });
  } catch (error) {
    if (error instanceof StartProblem) {
      if (cluster.isWorker) await tellProblem(error.message);
      else process.stderr.write(`redirect: ${error.message}\n`);
    }
    logger.fatal({ err: error }, 'start failed');
    await lifecycle.stop('start failed');
    process.exit(1);
  }
}
