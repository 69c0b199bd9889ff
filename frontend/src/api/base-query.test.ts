import { beforeEach, describe, expect, test } from '@jest/globals';
import { createStore } from '../app/store';
import { readCookie, writeCookie } from '../lib/cookies';
import { FakeApi, ok, problem } from '../testing/fake-api';
import { api } from './api';

const testApi = api.injectEndpoints({
  endpoints: (build) => ({
    thing: build.query<{ id: string }, string>({ query: (id) => `/things/${id}`, extraOptions: { quiet: true } }),
    change: build.mutation<unknown, { name: string }>({ query: (body) => ({ url: '/things', method: 'POST', body }) }),
    try: build.mutation<unknown, void>({ query: () => ({ url: '/things', method: 'POST', body: {} }), extraOptions: { noRefresh: true } }),
  }),
});

const refused = problem(401, 'SESSION_EXPIRED', 'Please sign in again.');
const needsToken = (wanted: string, data: unknown) => (request: { headers: Record<string, string> }) =>
  request.headers.authorization === `Bearer ${wanted}` ? ok(data) : refused;

describe('the base query', () => {
  let store: ReturnType<typeof createStore>;
  beforeEach(() => {
    store = createStore();
    store.dispatch({ type: 'session/setLoading', payload: false });
  });
  const get = (id: string) => store.dispatch(testApi.endpoints.thing.initiate(id));

  test('sends version and bearer on every call, the anti-forgery header on unsafe ones only', async () => {
    const fake = new FakeApi({ 'GET /api/things/a': ok({ id: 'a' }), 'POST /api/things': ok({}) });
    writeCookie('accessToken', 'one', 900);
    writeCookie('XSRF-TOKEN', 'forgery', 900);
    await get('a');
    await store.dispatch(testApi.endpoints.change.initiate({ name: 'x' }));
    const [read, write] = fake.requests;
    expect(read?.headers).toMatchObject({ 'x-api-version': 'v1', authorization: 'Bearer one' });
    expect(read?.headers).not.toHaveProperty('x-xsrf-token');
    expect(write?.headers).toMatchObject({ 'x-api-version': 'v1', authorization: 'Bearer one', 'x-xsrf-token': 'forgery' });
    expect(write?.body).toEqual({ name: 'x' });
  });

  test('concurrent 401s refresh once, at the doubled path, and every call is retried with the new token', async () => {
    writeCookie('accessToken', 'old', 900);
    const fake = new FakeApi({
      'GET /api/things/a': needsToken('new', { id: 'a' }),
      'GET /api/things/b': needsToken('new', { id: 'b' }),
      'GET /api/things/c': needsToken('new', { id: 'c' }),
      'POST /api/api/auth/refresh': ok({ accessToken: 'new', refreshToken: 'r2' }),
    });
    const answers = await Promise.all(['a', 'b', 'c'].map(get));
    expect(answers.map((answer) => answer.data?.id)).toEqual(['a', 'b', 'c']);
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(1);
    expect(readCookie('accessToken')).toBe('new');
  });

  test('a refused refresh ends the session once, whoever asked', async () => {
    writeCookie('accessToken', 'old', 900);
    const fake = new FakeApi({
      'GET /api/things/a': refused,
      'GET /api/things/b': refused,
      'POST /api/api/auth/refresh': problem(401, 'REFRESH_TOKEN_INVALID', 'No.'),
    });
    const answers = await Promise.all(['a', 'b'].map(get));
    expect(answers.map((answer) => (answer.error as { status: number }).status)).toEqual([401, 401]);
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(1);
    expect(readCookie('accessToken')).toBeUndefined();
    expect(store.getState().session).toMatchObject({ isAuthenticated: false, expired: true });
  });

  test('one call is retried once only: a second 401 ends the session instead of looping', async () => {
    writeCookie('accessToken', 'old', 900);
    const fake = new FakeApi({ 'GET /api/things/a': refused, 'POST /api/api/auth/refresh': ok({ accessToken: 'new', refreshToken: 'r' }) });
    await get('a');
    expect(fake.to('GET /api/things/a')).toHaveLength(2);
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(1);
    expect(store.getState().session.expired).toBe(true);
  });

  test.each([
    ['a part is down', problem(503, 'PART_UNAVAILABLE', 'Later.')],
    ['the connection is lost', { network: true as const }],
    ['a limit was reached', problem(429, 'RATE_LIMITED', 'Slowly.')],
  ])('nobody is signed out when refreshing is not possible because %s', async (_why, answer) => {
    writeCookie('accessToken', 'old', 900);
    new FakeApi({ 'GET /api/things/a': refused, 'POST /api/api/auth/refresh': answer });
    await get('a');
    expect(readCookie('accessToken')).toBe('old');
    expect(store.getState().session.expired).toBe(false);
  });

  test('a 401 that is an answer (wrong password) neither refreshes nor ends anything', async () => {
    const fake = new FakeApi({ 'POST /api/things': problem(401, 'INVALID_CREDENTIALS', 'Wrong.') });
    await store.dispatch(testApi.endpoints.try.initiate());
    expect(fake.to('POST /api/api/auth/refresh')).toHaveLength(0);
    expect(store.getState().session.expired).toBe(false);
  });

  test('an aged anti-forgery cookie is renewed and the call said again, once', async () => {
    let calls = 0;
    const fake = new FakeApi({
      'POST /api/things': () => {
        calls += 1;
        return calls === 1 ? problem(403, 'CSRF_TOKEN_INVALID', 'Reload.') : ok({});
      },
      'GET /api/health': () => {
        writeCookie('XSRF-TOKEN', 'fresh', 900);
        return ok({ status: 'ok' });
      },
    });
    const answer = await store.dispatch(testApi.endpoints.change.initiate({ name: 'x' }));
    expect(answer.error).toBeUndefined();
    expect(fake.to('POST /api/things')[1]?.headers['x-xsrf-token']).toBe('fresh');
  });

  test('an error carries status, code, field problems and how long to wait', async () => {
    new FakeApi({
      'GET /api/things/a': {
        ...problem(429, 'RATE_LIMITED', 'Too fast.', [{ field: 'name', message: 'No.' }]),
        headers: { 'retry-after': '7' },
      },
    });
    const answer = await get('a');
    expect(answer.error).toEqual({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Too fast.',
      details: [{ field: 'name', message: 'No.' }],
      requestId: 'req-1',
      retryAfterSeconds: 7,
    });
  });

  test('an answer that is not ours (a proxy page) is still an error of our shape', async () => {
    new FakeApi({ 'GET /api/things/a': { status: 502, body: '<html>Bad gateway</html>' } });
    expect((await get('a')).error).toMatchObject({ status: 502, code: 'HTTP_502', message: '', details: [] });
  });
});
