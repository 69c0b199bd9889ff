import { Metadata, type MetadataValue, type ServiceError, status } from '@grpc/grpc-js';
import { type Actor, type CallContext, childTraceparent, newContext } from '../context/index.js';
import { AppError, type ErrorCode, type FieldProblem, isErrorCode, toAppError } from '../errors/index.js';
import { isTracing } from '../tracing/index.js';

/** Each hop keeps this much of the deadline to itself, so that the inner call's failure can still be reported. */
const HOP_RESERVE_MS = 20;

const ACTOR = 'x-linqr-actor-bin';
const REQUEST_ID = 'x-request-id';
const TRACEPARENT = 'traceparent';
const DEADLINE = 'x-linqr-deadline-ms';
const ERROR = 'x-linqr-error-bin';

/** What travels with every call. */
export function contextToMetadata(context: CallContext, deadlineMs: number): Metadata {
  const metadata = new Metadata();
  metadata.set(REQUEST_ID, context.requestId);
  // A recorded call's own span is in the context already; without one the next hop still gets a span id of its own.
  metadata.set(TRACEPARENT, isTracing() ? context.traceparent : childTraceparent(context.traceparent));
  metadata.set(DEADLINE, String(deadlineMs - HOP_RESERVE_MS));
  if (context.actor) metadata.set(ACTOR, Buffer.from(JSON.stringify(context.actor)));
  return metadata;
}

/** The caller's span. */
export const callersTraceparent = (metadata: Metadata): string | undefined => metadata.get(TRACEPARENT)[0]?.toString();

/** Only other services reach the gRPC port (network policy, loopback), so the actor is believed as sent. */
export function metadataToContext(metadata: Metadata): CallContext {
  const text = (name: string) => metadata.get(name)[0]?.toString();
  const actor = metadata.get(ACTOR)[0];
  const context = newContext({
    requestId: text(REQUEST_ID),
    traceparent: text(TRACEPARENT),
    actor: actor ? (parseJson(actor) as Actor | undefined) : undefined,
  });
  const deadlineMs = Number(text(DEADLINE));
  if (Number.isFinite(deadlineMs) && deadlineMs > 0) context.deadlineMs = deadlineMs;
  return context;
}

/** Undefined for what is no JSON object: a call without an actor, an error without a type. */
function parseJson(value: MetadataValue): object | undefined {
  try {
    const parsed: unknown = JSON.parse(value.toString());
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

interface WireError {
  code: ErrorCode;
  message: string;
  details: FieldProblem[];
  retryAfterSeconds?: number;
}

/** An AppError as grpc-js sends it: status, text, and the typed error in the trailers. The internal text stays here. */
export function errorToTrailers(thrown: unknown): { code: number; details: string; message: string; metadata: Metadata } {
  const error = toAppError(thrown);
  const wire: WireError = { code: error.code, message: error.message, details: error.details };
  if (error.retryAfterSeconds !== undefined) wire.retryAfterSeconds = error.retryAfterSeconds;
  const metadata = new Metadata();
  metadata.set(ERROR, Buffer.from(JSON.stringify(wire)));
  return { code: error.grpcStatus, details: error.message, message: error.message, metadata };
}

/** The AppError a service threw; transport failures become PART_UNAVAILABLE or DEADLINE_EXCEEDED. */
export function errorFromTrailers(error: ServiceError, service: string): AppError {
  const wire = error.metadata?.get(ERROR)[0];
  if (wire) {
    const { code, message, details, retryAfterSeconds } = (parseJson(wire) ?? {}) as Partial<WireError>;
    if (typeof code === 'string' && isErrorCode(code) && typeof message === 'string' && Array.isArray(details))
      return new AppError(code, message, { details, cause: error, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  }
  const internal = `${service}: ${error.code} ${error.details}`;
  if (error.code === status.DEADLINE_EXCEEDED)
    return new AppError('DEADLINE_EXCEEDED', 'That took too long. Please try again.', { internal, cause: error, retryAfterSeconds: 1 });
  if (error.code === status.UNIMPLEMENTED)
    return new AppError('NOT_AVAILABLE_YET', 'This is not available yet.', { internal, cause: error });
  if (error.code === status.UNAVAILABLE || error.code === status.CANCELLED)
    return new AppError('PART_UNAVAILABLE', 'A part of Linqr is unavailable right now. Please try again shortly.', {
      internal,
      cause: error,
      retryAfterSeconds: 1,
    });
  if (error.code === status.RESOURCE_EXHAUSTED)
    return new AppError('PAYLOAD_TOO_LARGE', 'The request is too large.', { internal, cause: error });
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { internal, cause: error });
}
