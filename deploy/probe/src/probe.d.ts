import type { Logger } from '@linqr/platform/logging';
import { type Registry } from '@linqr/platform/management';
import type { ProbeConfig } from './config.js';
/** How a round can end. */
export type Outcome = 'counted' | 'not_counted' | 'refused' | 'wrong_answer';
export declare class Probe {
  private readonly config;
  private readonly logger;
  private readonly rounds;
  private readonly visible;
  private link;
  constructor(
    config: Pick<ProbeConfig, 'APP_ORIGIN' | 'PROBE_API_KEY' | 'PROBE_ALIAS' | 'PROBE_DESTINATION' | 'PROBE_PATIENCE_SECONDS'>,
    logger: Logger,
    registry: Registry,
  );
  /** Never rejects: what goes wrong is an outcome. */
  round(): Promise<Outcome>;
  private attempt;
  private findOrMakeLink;
  private api;
}
