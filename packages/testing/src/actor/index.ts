// Calling services as somebody.
import { type Actor, newContext, runInContext } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';

/** Somebody with an own workspace, unless told otherwise. */
export function someActor(given: Partial<Actor> = {}): Actor {
  return { userId: newId('usr'), workspaceId: newId('ws'), role: 'user', via: 'session', credentialId: newId('ses'), ...given };
}

/** Runs the work as the gateway would after it verified the actor; gRPC clients inside carry the actor on. */
export function callAs<T>(actor: Actor | undefined, work: () => T): T {
  return runInContext(newContext({ actor }), work);
}
