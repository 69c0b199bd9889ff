// What stands before several gateways or edges: round robin over those that answer their readiness probe, keep-alive
// connections, and a second try at another one where HTTP allows it.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Network } from './network.js';
import { type HostName, managementPort, type Part } from './topology.js';

interface Member {
  host: HostName;
  agent: Agent;
  /** Taken out by hand, as an endpoint is when its pod is told to stop. */
  drained: boolean;
  /** What the probe said last; failed twice in a row is out, one success is in. */
  failures: number;
  /** Its connections were given up. */
  forgotten: boolean;
}

export interface Outgoing {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Longest wait for one answer. */
  timeoutMs: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  host: HostName;
  /** Tries before this one that got no answer, with what went wrong. */
  before: string[];
}

const PROBE_MS = 500;
const PROBE_TIMEOUT_MS = 1_000;
const FAILURES_TO_LEAVE = 2;
const MAX_TRIES = 4;

export class Balancer {
  private readonly members: Member[];
  private readonly prober: NodeJS.Timeout;
  private next = 0;
  private probing = false;

  constructor(
    private readonly part: Part,
    private readonly network: Network,
  ) {
    this.members = part.hosts.map((host) => ({ host, agent: agent(), drained: false, failures: 0, forgotten: false }));
    this.prober = setInterval(() => void this.probe(), PROBE_MS);
  }

  drain(host: HostName): void {
    this.member(host).drained = true;
  }

  admit(host: HostName): void {
    const member = this.member(host);
    member.drained = false;
    member.failures = 0;
  }

  /**
   * One request, at up to four members. Only for what HTTP lets be repeated: safe and idempotent methods, and a POST that
   * carries an Idempotency-Key. Undefined when nobody answered.
   */
  async send(outgoing: Outgoing, only?: HostName): Promise<Answer | { before: string[] }> {
    const before: string[] = [];
    const tried = new Set<HostName>();
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const member = only ? this.member(only) : this.pick(tried);
      tried.add(member.host);
      try {
        const answer = await once(this.network.address(member.host), this.part.port, member.agent, outgoing);
        return { ...answer, host: member.host, before };
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        before.push(`${member.host}: ${code ?? message}`);
        // Nobody listens there: out until a probe says otherwise.
        if (code === 'ECONNREFUSED') member.failures = Math.max(member.failures, FAILURES_TO_LEAVE);
      }
    }
    return { before };
  }

  close(): void {
    clearInterval(this.prober);
    for (const member of this.members) member.agent.destroy();
  }

  private member(host: HostName): Member {
    return this.members.find((each) => each.host === host)!;
  }

  /** The next one in turn that is in and was not tried; failing that, the next one at all. */
  private pick(tried: Set<HostName>): Member {
    const inTurn = this.members.map((_, i) => this.members[(this.next + i) % this.members.length]!);
    this.next++;
    const isIn = (member: Member) => !member.drained && member.failures < FAILURES_TO_LEAVE;
    return (
      inTurn.find((member) => isIn(member) && !tried.has(member.host)) ??
      inTurn.find(isIn) ??
      inTurn.find((member) => !tried.has(member.host)) ??
      inTurn[0]!
    );
  }

  private async probe(): Promise<void> {
    if (this.probing) return;
    this.probing = true;
    await Promise.all(
      this.members.map(async (member) => {
        const url = `http://${this.network.address(member.host)}:${managementPort(this.part)}/healthz/ready`;
        const answer = await fetch(url, {
          signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
          headers: { connection: 'close' },
        }).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => {});
        member.failures = answer?.status === 200 ? 0 : member.failures + 1;
        if (answer) member.forgotten = false;
        if (member.failures < FAILURES_TO_LEAVE || answer || member.forgotten) return;
        // Gone without a word: what waits for it is tried elsewhere.
        const { agent: old } = member;
        member.forgotten = true;
        member.agent = agent();
        old.destroy();
      }),
    );
    this.probing = false;
  }
}

const agent = () => new Agent({ keepAlive: true, maxSockets: 64 });

function once(
  address: string,
  port: number,
  through: Agent,
  { method, path, headers, body, timeoutMs }: Outgoing,
): Promise<Omit<Answer, 'host' | 'before'>> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: address,
        port,
        method,
        path,
        agent: through,
        headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('close', () => {
          clearTimeout(timer);
          if (answer.complete) resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() });
          else reject(new Error('broken off'));
        });
      },
    );
    // Not the socket's own idle timer: connecting to a host that is gone counts as well.
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer')), timeoutMs);
    outgoing.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(body);
  });
}
