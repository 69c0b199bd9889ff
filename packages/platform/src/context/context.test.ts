import { describe, expect, it } from '@jest/globals';
import { type Actor, childTraceparent, currentContext, newContext, requireActor, requireAdmin, runInContext } from './index.js';

const actor: Actor = { userId: 'usr_1', workspaceId: 'ws_1', role: 'user', via: 'session', credentialId: 'ses_1' };

describe('the context of a call', () => {
  it('is there through everything asynchronous that the call does, and only there', async () => {
    const context = newContext();
    const seen = await runInContext(context, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return currentContext();
    });
    expect(seen).toBe(context);
    expect(currentContext()).toBeUndefined();
  });

  it('keeps two calls at a time apart', async () => {
    const ids = await Promise.all(
      ['one', 'two'].map((requestId) =>
        runInContext(newContext({ requestId }), async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return currentContext()?.requestId;
        }),
      ),
    );
    expect(ids).toEqual(['one', 'two']);
  });

  it.each(['a', 'req_01.x:y-z', 'x'.repeat(80)])('goes on with a well-formed request id: %s', (requestId) => {
    expect(newContext({ requestId }).requestId).toBe(requestId);
  });

  it.each(['', 'x'.repeat(81), 'two words', 'line\nbreak', '<script>', 'ä'])('makes a request id of its own instead of %j', (requestId) => {
    expect(newContext({ requestId }).requestId).toMatch(/^req_/);
  });

  it('keeps the trace and makes a span of its own', () => {
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    const child = childTraceparent(parent);
    expect(child).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/);
    expect(child).not.toBe(parent);
  });

  it.each([
    undefined,
    '',
    'garbage',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x',
  ])('begins a trace where there is none: %j', (parent) => {
    expect(childTraceparent(parent)).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('permission', () => {
  it('needs somebody signed in', () => {
    expect(() => requireActor()).toThrow(expect.objectContaining({ code: 'NOT_SIGNED_IN' }));
    expect(() => runInContext(newContext(), requireActor)).toThrow(expect.objectContaining({ code: 'NOT_SIGNED_IN' }));
    expect(runInContext(newContext({ actor }), requireActor)).toEqual(actor);
  });

  it('of admins is theirs alone', () => {
    expect(() => requireAdmin()).toThrow(expect.objectContaining({ code: 'NOT_SIGNED_IN' }));
    expect(() => runInContext(newContext({ actor }), requireAdmin)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(runInContext(newContext({ actor: { ...actor, role: 'admin' } }), requireAdmin).role).toBe('admin');
    const byKey = newContext({ actor: { ...actor, role: 'admin', via: 'api_key' } });
    expect(() => runInContext(byKey, requireAdmin)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});
