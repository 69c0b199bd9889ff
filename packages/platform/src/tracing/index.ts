// Spans across HTTP, gRPC, bus and stores, sent by OTLP. Off (and free) until startTracing: nothing is loaded before.
// The trace travels in our own call context, so that logs, calls, outbox rows and bus records already carry it.
import { randomBytes } from 'node:crypto';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { currentContext, isSampledTrace, newContext, runInContext, sampleTraces } from '../context/index.js';
import { toAppError } from '../errors/index.js';

export interface TracingOptions {
  /** The deployable's name. */
  service: string;
  /** Base URL of an OTLP/HTTP receiver, e.g. http://otel-collector:4318. */
  endpoint: string;
  /** Share of new traces that are recorded, 0 to 1. A caller's decision inside the house is kept. */
  ratio: number;
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** Never an address, a URL of a customer, or anything else of a person. */
  attributes?: Record<string, string | number | boolean>;
  /** W3C traceparent that it goes on from; default: the current context's. */
  parent?: string | undefined;
  /** Other traceparents that had a part in it: the records of a batch. */
  links?: string[];
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;
const MAX_LINKS = 128;

/** The SDK's random ids, but for a trace whose id is given. */
let givenTraceId: string | undefined;
const ids = {
  generateTraceId: () => givenTraceId ?? randomBytes(16).toString('hex'),
  generateSpanId: () => randomBytes(8).toString('hex'),
};

let tracer: Tracer | undefined;

/** True once spans are recorded in this process. */
export const isTracing = (): boolean => tracer !== undefined;

/** Starts recording; answers with what ends it (sends what is left, at most 5 s). */
export async function startTracing({ service, endpoint, ratio }: TracingOptions): Promise<() => Promise<void>> {
  const [{ BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': `linqr-${service}`, 'service.namespace': 'linqr' }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5_000 }), {
        maxQueueSize: 4_096,
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  tracer = provider.getTracer('linqr');
  sampleTraces((traceId) => Number.parseInt(traceId.slice(-8), 16) < ratio * 0x1_0000_0000);
  return async () => {
    tracer = undefined;
    sampleTraces(() => false);
    await Promise.race([provider.shutdown(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())]).catch(() => {});
  };
}

/** Runs the work inside a span, where this trace is recorded; just runs it otherwise. A rejection marks the span and passes. */
export function traced<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  const parent = options.parent ?? currentContext()?.traceparent;
  if (!tracer || !isSampled(parent)) return work();
  const span = startSpan(name, { ...options, parent })!;
  const { traceId, spanId } = span.spanContext();
  const context = { ...(currentContext() ?? newContext()), traceparent: `00-${traceId}-${spanId}-01` };
  return runInContext(context, async () => {
    try {
      return await work(span);
    } catch (error) {
      const { code } = toAppError(error);
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      span.setAttribute('error.type', code);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** For work that is no one function (a request and its answer): the caller ends it. Undefined where nothing is recorded. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  if (!tracer || !isSampled(options.parent)) return undefined;
  const links = (options.links ?? []).flatMap((link) => {
    const context = parse(link);
    return context ? [{ context }] : [];
  });
  return tracer.startSpan(
    name,
    {
      kind: KINDS[options.kind],
      attributes: options.attributes ?? {},
      links: links.slice(0, MAX_LINKS),
    },
    parentContext(options.parent),
  );
}

/** The first span of a trace that came from nowhere: its id is the one that the context already has. */
export function startRootSpan(name: string, kind: SpanOptions['kind'], traceparent: string): Span | undefined {
  if (!tracer || !isSampled(traceparent)) return undefined;
  givenTraceId = traceparent.slice(3, 35);
  try {
    return tracer.startSpan(name, { kind: KINDS[kind], root: true }, ROOT_CONTEXT);
  } finally {
    givenTraceId = undefined;
  }
}

/** The traceparent of a span, for what goes on from it elsewhere. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/**
 * A span of something that happened a moment ago and is a trace of its own, under the id it always had; undefined where a
 * trace of this id is not recorded. Answers with its traceparent.
 */
export function pastSpan(
  name: string,
  traceId: string,
  fromMs: number,
  toMs: number,
  attributes: SpanOptions['attributes'],
): string | undefined {
  if (!tracer || !isSampledTrace(traceId)) return undefined;
  givenTraceId = traceId;
  try {
    const span = tracer.startSpan(
      name,
      { kind: SpanKind.SERVER, root: true, startTime: fromMs, attributes: attributes ?? {} },
      ROOT_CONTEXT,
    );
    span.end(toMs);
    return traceparentOf(span);
  } finally {
    givenTraceId = undefined;
  }
}

export const isSampled = (traceparent: string | undefined): boolean => traceparent?.endsWith('-01') === true;

function parentContext(traceparent: string | undefined): Context {
  const parsed = parse(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, parsed) : ROOT_CONTEXT;
}

function parse(traceparent: string | undefined) {
  const match = traceparent ? /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent) : null;
  return match ? { traceId: match[1]!, spanId: match[2]!, traceFlags: 1, isRemote: true } : undefined;
}
