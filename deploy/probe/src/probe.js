import { Counter, Histogram } from '@linqr/platform/management';
const TIMEOUT_MS = 10_000;
const LOOK_MS = 250;
/** A person's browser: what says that it is a machine is counted apart. */
const AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:142.0) Gecko/20100101 Firefox/142.0';
export class Probe {
    constructor(config, logger, registry) {
        this.config = config;
        this.logger = logger;
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
    async round() {
        const outcome = await this.attempt().catch((error) => {
            this.logger.warn({ err: error }, 'probe round failed');
            return 'refused';
        });
        this.rounds.inc({ outcome });
        return outcome;
    }
    async attempt() {
        this.link ??= await this.findOrMakeLink();
        const before = (await this.api('GET', `/urls/${this.link.id}`)).clicks;
        const answer = await fetch(this.link.shortUrl, {
            redirect: 'manual',
            headers: { 'user-agent': AGENT, 'accept-language': 'en' },
            signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (answer.status !== 302)
            return 'refused';
        if (answer.headers.get('location') !== this.config.PROBE_DESTINATION)
            return 'wrong_answer';
        const answeredMs = performance.now();
        while (performance.now() - answeredMs < this.config.PROBE_PATIENCE_SECONDS * 1_000) {
            const { clicks } = await this.api('GET', `/urls/${this.link.id}`);
            if (before !== null && clicks !== null && clicks > before) {
                this.visible.observe((performance.now() - answeredMs) / 1_000);
                return 'counted';
            }
            await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        }
        return 'not_counted';
    }
    async findOrMakeLink() {
        const { PROBE_ALIAS: alias, PROBE_DESTINATION: originalUrl } = this.config;
        const { urls } = await this.api('GET', `/urls?search=${encodeURIComponent(alias)}&limit=100`);
        return (urls.find(({ slug }) => slug === alias) ??
            (await this.api('POST', '/urls/shorten', { originalUrl, customAlias: alias, title: 'Synthetic click' })));
    }
    async api(method, path, body) {
        const response = await fetch(`${this.config.APP_ORIGIN}/api/v1${path}`, {
            method,
            headers: { authorization: `Bearer ${this.config.PROBE_API_KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) },
            ...(body ? { body: JSON.stringify(body) } : {}),
            signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const answer = (await response.json());
        if (!answer.success)
            throw new Error(`${method} ${path.split('?')[0]} answered ${response.status} ${answer.code}`);
        return answer.data;
    }
}
//# sourceMappingURL=probe.js.map