import { describe, expect, it } from '@jest/globals';
import { requireActor } from '@linqr/platform/context';
import { callAs, someActor } from './index.js';

describe('callAs', () => {
  it('makes the actor the caller of the work, and nobody outside of it', async () => {
    const actor = someActor({ role: 'admin' });
    expect(await callAs(actor, async () => requireActor())).toEqual(actor);
    expect(() => requireActor()).toThrow(expect.objectContaining({ code: 'NOT_SIGNED_IN' }));
  });

  it('takes nobody for a call without an actor', () => {
    expect(() => callAs(undefined, () => requireActor())).toThrow(expect.objectContaining({ code: 'NOT_SIGNED_IN' }));
  });
});
