// What a call carries with it through a process: request id, trace, verified actor, deadline.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { AppError } from '../errors/index.js';
import { newId } from '../ids/index.js';

/** Who calls, as the gateway verified it. */
export interface Actor {
  userId: string;
  workspaceId: string;
  role: 'user' | 'admin';
  via: 'session' | 'api_key';
  /** Session or key id. */
  credentialId: string;
}

export interface CallContext {
  requestId: string;
  /** W3C trace context, version 00. */
  traceparent: string;
  actor?: Actor;
  /** Milliseconds since the epoch. */
  deadlineMs?: number;
}

const storage = new AsyncLocalStorage<CallContext>();

export function currentContext(): CallContext | undefined {
  return storage.getStore();
}

export function runInContext<T>(context: CallContext, work: () => T): T {
  return storage.run(context, work);
}

/** A fresh context, or one that goes on with what a caller sent where that is well formed. */
export function newContext(
  from: { requestId?: string | undefined; traceparent?: string | undefined; actor?: Actor | undefined } = {},
): CallContext {
  const requestId = from.requestId && /^[\w.:-]{1,80}$/.test(from.requestId) ? from.requestId : newId('req');
  const context: CallContext = { requestId, traceparent: childTraceparent(from.traceparent) };
  if (from.actor) context.actor = from.actor;
  return context;
}

let sample: (traceId: string) => boolean = () => true;

/** Which new traces are recorded; the tracing module decides. */
export function sampleTraces(decide: (traceId: string) => boolean): void {
  sample = decide;
}

/** Whether a trace of this id is recorded in this process. */
export const isSampledTrace = (traceId: string): boolean => sample(traceId);

/** The same trace as a stranger sent, but whether it is recorded is our decision, not theirs. */
export function strangersTraceparent(traceparent: string | undefined): string | undefined {
  const match = traceparent ? /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent) : null;
  return match ? `00-${match[1]}-${match[2]}-${sample(match[1]!) ? '01' : '00'}` : undefined;
}

/** Same trace, new span; a new trace where there was none. */
export function childTraceparent(parent: string | undefined): string {
  const match = parent ? /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(parent) : null;
  const traceId = match && !/^0+$/.test(match[1]!) ? match[1]! : randomBytes(16).toString('hex');
  return `00-${traceId}-${randomBytes(8).toString('hex')}-${match?.[2] ?? (sample(traceId) ? '01' : '00')}`;
}

/** First line of every use case that needs somebody signed in. */
export function requireActor(): Actor {
  const actor = storage.getStore()?.actor;
  if (!actor) throw new AppError('NOT_SIGNED_IN', 'Please sign in.');
  return actor;
}

/** First line of every use case for admins. An admin's API key lies in scripts: it may do what any account's may, and no more. */
export function requireAdmin(): Actor {
  const actor = requireActor();
  if (actor.role !== 'admin' || actor.via !== 'session') throw new AppError('FORBIDDEN', 'Only admins may do this.');
  return actor;
}
