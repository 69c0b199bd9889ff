// One person's day through one gateway, again and again, with every answer written down.
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';

/** Way → call → answers. */
export type Tally = Map<string, Map<string, { ok: number; bad: Map<string, number> }>>;

export interface Caller {
  /** Bearer token of an account on a trial. */
  token: string;
  /** All clicks of the account that have been counted. */
  clicks: () => Promise<number>;
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const PASSWORD = 'Analytical!1843';
const TIMEOUT_MS = 15_000;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  data: any;
}
async function ask(app: string, token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${app}/api${path}`, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, data: text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : undefined };
}

/** Status of a visit at one of the edges, which all serve the same short domain. */
const visit = (edge: string, host: string, slug: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'user-agent': PHONE, 'x-forwarded-for': '8.8.8.8' };
    const request = get(`${edge}/${slug}`, { headers, agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy(new Error('the visit was not answered in time')));
    request.on('error', reject);
  });

const somebody = () => ({ name: 'Ada Lovelace', email: `ada.${randomUUID()}@example.com`, password: PASSWORD });

export async function openCaller(app: string): Promise<Caller> {
  const registered = await ask(app, '', 'POST', '/auth/register', somebody());
  const token = registered.data.accessToken as string;
  await ask(app, token, 'POST', '/subscription/trial', {});
  return {
    token,
    clicks: async () => {
      const { data } = await ask(app, token, 'GET', '/urls/analytics/overview?timeRange=7d');
      return Number(data?.totalClicks ?? 0) + Number(data?.botClicks ?? 0);
    },
  };
}

/** Until told to stop; answers with the number of visits that were redirected. */
export async function useFor(
  way: string,
  app: string,
  { token }: Caller,
  edges: string[],
  tally: Tally,
  isOver: () => boolean,
): Promise<number> {
  const calls: NonNullable<ReturnType<Tally['get']>> = new Map();
  tally.set(way, calls);
  const note = async (call: string, wanted: number, work: () => Promise<Answer>): Promise<Answer['data']> => {
    const entry = calls.get(call) ?? { ok: 0, bad: new Map<string, number>() };
    calls.set(call, entry);
    try {
      const answer = await work();
      if (answer.status === wanted) {
        entry.ok++;
        return answer.data ?? true;
      }
      entry.bad.set(String(answer.status), (entry.bad.get(String(answer.status)) ?? 0) + 1);
    } catch (error) {
      const name = (error as Error).name;
      entry.bad.set(name, (entry.bad.get(name) ?? 0) + 1);
    }
    return undefined;
  };
  const call = (name: string, wanted: number, method: string, path: string, body?: unknown) =>
    note(name, wanted, () => ask(app, token, method, path, body));
  let visits = 0;
  for (let round = 0; !isOver(); round++) {
    const link = await call('make a link', 201, 'POST', '/urls/shorten', { originalUrl: `https://example.com/${randomUUID()}` });
    if (link) {
      await call('read it', 200, 'GET', `/urls/${link.id}`);
      await call('edit it', 200, 'PUT', `/urls/${link.id}`, { title: `Round ${round}` });
      for (const [at, edge] of edges.entries()) {
        const visited = await note(at === 0 ? 'visit, earlier edge' : 'visit, this edge', 302, async () => {
          return { status: await visit(edge, new URL(edges[0]!).host, link.slug), data: undefined };
        });
        if (visited) visits++;
      }
    }
    await call('list links', 200, 'GET', '/urls?limit=10');
    const code = await call('make a code', 201, 'POST', '/qrcodes/generate', { content: 'https://example.com/menu', type: 'url' });
    if (code) await call('picture of it', 200, 'GET', `/qrcodes/${code.id}/export?format=svg`);
    await call('figures', 200, 'GET', '/urls/analytics/overview?timeRange=7d');
    await call('usage and plan', 200, 'GET', '/subscription/usage');
    if (round % 10 === 0) {
      const hook = await call('make a webhook', 201, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/in', events: ['link_created'] });
      if (hook) await call('delete it', 200, 'DELETE', `/webhooks/${hook.id}`);
      await call('register', 201, 'POST', '/auth/register', somebody());
    }
  }
  return visits;
}
