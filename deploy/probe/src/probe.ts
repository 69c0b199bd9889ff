// One synthetic click, from the public door to the figure on the screen.
import type { Logger } from '@linqr/platform/logging';
import { Counter, Histogram, type Registry } from '@linqr/platform/management';
import type { ProbeConfig } from './config.js';

/** How a round can end. */
export type Outcome = 'counted' | 'not_counted' | 'refused' | 'wrong_answer';

interface ProbeLink {
  id: string;
  shortUrl: string;
  clicks: number | null;
}

const TIMEOUT_MS = 10_000;
const LOOK_MS = 250;
/** A person's browser: what says that it is a machine is counted apart. */
const AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:142.0) Gecko/20100101 Firefox/142.0';

export class Probe {
  private readonly rounds: Counter<'outcome'>;
  private readonly visible: Histogram;
  private link: ProbeLink | undefined;

  constructor(
    private readonly config: Pick<
      ProbeConfig,
      'APP_ORIGIN' | 'PROBE_API_KEY' | 'PROBE_ALIAS' | 'PROBE_DESTINATION' | 'PROBE_PATIENCE_SECONDS'
    >,
    private readonly logger: Logger,
    registry: Registry,
  ) {
    this.rounds = new Counter({
      name: 'linqr_probe_rounds_total',
      help: 'Synthetic clicks by how they ended',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.visible = new Histogram({
      name: 'linqr_probe_visible_seconds',
      help: 'From the answer of the visit to its click in the figures of the API',
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60],
      registers: [registry],
    });
  }

  /** Never rejects: what goes wrong is an outcome. */
  async round(): Promise<Outcome> {
    const outcome = await this.attempt().catch((error): Outcome => {
      this.logger.warn({ err: error }, 'probe round failed');
      return 'refused';
    });
    this.rounds.inc({ outcome });
    return outcome;
  }

  private async attempt(): Promise<Outcome> {
    this.link ??= await this.findOrMakeLink();
    const before = (await this.api<ProbeLink>('GET', `/urls/${this.link.id}`)).clicks;
    const answer = await fetch(this.link.shortUrl, {
      redirect: 'manual',
      headers: { 'user-agent': AGENT, 'accept-language': 'en' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status !== 302) return 'refused';
    if (answer.headers.get('location') !== this.config.PROBE_DESTINATION) return 'wrong_answer';
    const answeredMs = performance.now();
    while (performance.now() - answeredMs < this.config.PROBE_PATIENCE_SECONDS * 1_000) {
      const { clicks } = await this.api<ProbeLink>('GET', `/urls/${this.link.id}`);
      if (before !== null && clicks !== null && clicks > before) {
        this.visible.observe((performance.now() - answeredMs) / 1_000);
        return 'counted';
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return 'not_counted';
  }

  private async findOrMakeLink(): Promise<ProbeLink> {
    const { PROBE_ALIAS: alias, PROBE_DESTINATION: originalUrl } = this.config;
    const { urls } = await this.api<{ urls: (ProbeLink & { slug: string })[] }>(
      'GET',
      `/urls?search=${encodeURIComponent(alias)}&limit=100`,
    );
    return (
      urls.find(({ slug }) => slug === alias) ??
      (await this.api<ProbeLink>('POST', '/urls/shorten', { originalUrl, customAlias: alias, title: 'Synthetic click' }))
    );
  }

  private async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.config.APP_ORIGIN}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.config.PROBE_API_KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { success: boolean; data: T; code?: string };
    if (!answer.success) throw new Error(`${method} ${path.split('?')[0]} answered ${response.status} ${answer.code}`);
    return answer.data;
  }
}
