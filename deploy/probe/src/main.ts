import { createRuntime } from '@linqr/platform/service';
import { probeConfig } from './config.js';
import { Probe } from './probe.js';

const { config, logger, lifecycle, management } = createRuntime('probe', probeConfig);
lifecycle.installSignalHandlers();
const managementPort = await management.listen(config.MANAGEMENT_HOST, config.MANAGEMENT_PORT);
lifecycle.onClose('management', () => management.close());
const probe = new Probe(config, logger, management.registry);
lifecycle.announce({ managementPort });
while (!lifecycle.isStopping) {
  const startedMs = performance.now();
  await probe.round();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, config.PROBE_INTERVAL_SECONDS * 1_000 - (performance.now() - startedMs))));
}
