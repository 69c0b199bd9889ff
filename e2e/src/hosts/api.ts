// One account's calls of the API, through whichever gateway has its turn.
import { PASSWORD } from '../person.js';
import type { Balancer } from './balancer.js';
import { APP_ORIGIN } from './topology.js';

export type ApiAnswer<T> = { before: string[] } & ({ ok: true; data: T } | { ok: false; problem: string });

const ANSWER_TIMEOUT_MS = 15_000;

export class Api {
  private constructor(
    private readonly gateways: Balancer,
    private token: string,
    readonly workspaceId: string,
  ) {}

  /** A new account on the trial of the largest plan. */
  static async register(gateways: Balancer): Promise<Api> {
    const api = new Api(gateways, '', '');
    const person = { name: 'Grace Hopper', email: `grace.${Date.now()}@example.com`, password: PASSWORD };
    api.token = (await api.must<{ accessToken: string }>('POST', '/auth/register', person)).accessToken;
    const { user } = await api.must<{ user: { workspaceId: string } }>('GET', '/auth/profile');
    await api.must('POST', '/subscription/trial');
    return new Api(gateways, api.token, user.workspaceId);
  }

  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<T>> {
    const answer = await this.gateways.send({
      method,
      path: `/api${path}`,
      headers: {
        host: new URL(APP_ORIGIN).host,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: ANSWER_TIMEOUT_MS,
    });
    const { before } = answer;
    if (!('status' in answer)) return { ok: false, before, problem: `no answer (${before.join('; ')})` };
    const parsed = parse<T>(answer.body);
    if (answer.status >= 200 && answer.status < 300 && parsed) return { ok: true, before, data: parsed.data };
    return { ok: false, before, problem: `${answer.status} ${parsed?.code ?? ''} from ${answer.host}` };
  }

  async must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.problem}`);
    return answer.data;
  }
}

function parse<T>(text: string): { data: T; code?: string } | undefined {
  try {
    return JSON.parse(text) as { data: T; code?: string };
  } catch {
    return undefined;
  }
}
