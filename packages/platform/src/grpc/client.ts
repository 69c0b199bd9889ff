import { Client, type ClientReadableStream, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { currentContext, newContext } from '../context/index.js';
import { AppError } from '../errors/index.js';
import { traced } from '../tracing/index.js';
import { type Definition, type RequestOf, type ResponseOf, serviceName } from './definition.js';
import { letCallsEndOnClosingConnections } from './ending-connections.js';
import { contextToMetadata, errorFromTrailers } from './metadata.js';

export interface CallOptions {
  /** Shortened to the caller's own deadline where that is earlier. Default: the client's. */
  timeoutMs?: number;
}

export interface StreamCallOptions {
  signal: AbortSignal;
}

/** One promise a unary call, one async iterable a server stream. */
export type GrpcClient<D extends Definition> = {
  [K in keyof D]: D[K]['responseStream'] extends true
    ? (request: RequestOf<D[K]>, options: StreamCallOptions) => AsyncIterable<ResponseOf<D[K]>>
    : (request: RequestOf<D[K]>, options?: CallOptions) => Promise<ResponseOf<D[K]>>;
} & { readonly $close: () => void; readonly $ready: (timeoutMs: number) => Promise<void> };

export interface GrpcClientOptions<D extends Definition> {
  definition: D;
  /** host:port */
  target: string;
  /**
   * Methods that may be sent again when the part is unavailable: reads, and writes that are idempotent by a key. The others
   * are sent again only when it is certain that they never began.
   */
  idempotent: readonly (keyof D & string)[];
  /** Methods that may be sent again as well, but only where their request carries an `idempotencyKey`. */
  keyed?: readonly (keyof D & string)[];
  /** Default 5000. */
  timeoutMs?: number;
}

const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 50;
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/**
 * A host that is gone without a word (power, network) is noticed after both of these together, also on a connection that
 * is idle: within a call's own time, so that an idempotent call still has time for another replica.
 */
const PING_EVERY_MS = 1_000;
const PING_TIMEOUT_MS = 3_000;
const NAME_LOOK_UP_EVERY_MS = 1_000;
/** The server closed the connection before it looked at the call (RST_STREAM with REFUSED_STREAM); grpc-js says so in words only. */
const REFUSED_UNSEEN = 'Stream refused by server';

/**
 * The one way to call a service: deadline on every call, trace, request id and actor sent along, retries of idempotent
 * calls with jitter, typed errors back. Connects lazily and again after every failure.
 */
export function createGrpcClient<D extends Definition>(options: GrpcClientOptions<D>): GrpcClient<D> {
  const service = serviceName(options.definition);
  letCallsEndOnClosingConnections();
  const client = new Client(options.target, credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': PING_EVERY_MS,
    'grpc.keepalive_timeout_ms': PING_TIMEOUT_MS,
    'grpc.keepalive_permit_without_calls': 1,
    // A restarted service is found again within a second.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    // Names are looked up whenever a connection ends. The 30 s between two look-ups that are the default would leave a
    // caller without any replica when all of them are replaced within that time.
    'grpc.dns_min_time_between_resolutions_ms': NAME_LOOK_UP_EVERY_MS,
    // No TXT question beside each look-up: what these calls do is not configured in DNS.
    'grpc.service_config_disable_resolution': 1,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  });
  const idempotent = new Set<string>(options.idempotent);
  const keyed = new Set<string>(options.keyed);
  const mayRepeat = (name: string, request: unknown) =>
    idempotent.has(name) || (keyed.has(name) && Boolean((request as { idempotencyKey?: string }).idempotencyKey));
  const methods: Record<string, unknown> = {
    $close: () => client.close(),
    $ready: (timeoutMs: number) =>
      new Promise<void>((resolve, reject) => client.waitForReady(Date.now() + timeoutMs, (error) => (error ? reject(error) : resolve()))),
  };
  for (const [name, method] of Object.entries(options.definition)) {
    methods[name] = method.responseStream
      ? (request: unknown, streamOptions: StreamCallOptions) => streamCall(client, service, method, request, streamOptions)
      : async (request: unknown, callOptions: CallOptions = {}) => {
          const context = currentContext() ?? newContext();
          const deadlineMs = Math.min(
            Date.now() + (callOptions.timeoutMs ?? options.timeoutMs ?? 5_000),
            context.deadlineMs ?? Number.POSITIVE_INFINITY,
          );
          for (let attempt = 1; ; attempt++) {
            if (Date.now() >= deadlineMs)
              throw new AppError('DEADLINE_EXCEEDED', 'That took too long. Please try again.', {
                internal: `${service}.${name}: no time left`,
                retryAfterSeconds: 1,
              });
            const outcome = await traced(
              `${service}/${name}`,
              { kind: 'client', attributes: { 'rpc.system.name': 'grpc', attempt } },
              async (span) => {
                const result = await unaryCall(
                  client,
                  method,
                  request,
                  contextToMetadata(currentContext() ?? context, deadlineMs),
                  deadlineMs,
                );
                if ('error' in result) span?.setAttribute('rpc.response.status_code', status[result.error.code] ?? 'UNKNOWN');
                return result;
              },
            );
            if ('response' in outcome) return outcome.response;
            const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
            const again =
              outcome.error.code === status.UNAVAILABLE &&
              (outcome.error.details === REFUSED_UNSEEN || (mayRepeat(name, request) && attempt < MAX_ATTEMPTS)) &&
              Date.now() + backoffMs < deadlineMs;
            if (!again) throw errorFromTrailers(outcome.error, `${service}.${name}`);
            await new Promise((resolve) => setTimeout(resolve, backoffMs));
          }
        };
  }
  return methods as GrpcClient<D>;
}

function unaryCall(
  client: Client,
  method: Definition[string],
  request: unknown,
  metadata: Metadata,
  deadlineMs: number,
): Promise<{ response: unknown } | { error: ServiceError }> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline: deadlineMs },
      (error, response) => resolve(error ? { error } : { response }),
    );
  });
}

async function* streamCall(
  client: Client,
  service: string,
  method: Definition[string],
  request: unknown,
  { signal }: StreamCallOptions,
): AsyncIterable<unknown> {
  const context = currentContext() ?? newContext();
  const metadata = contextToMetadata(context, Date.now() + 24 * 3_600_000);
  const stream: ClientReadableStream<unknown> = client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    request,
    metadata,
    {},
  );
  const cancel = () => stream.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for await (const message of stream) yield message;
  } catch (error) {
    if (signal.aborted) return;
    throw errorFromTrailers(error as ServiceError, service);
  } finally {
    signal.removeEventListener('abort', cancel);
    stream.cancel();
  }
}
