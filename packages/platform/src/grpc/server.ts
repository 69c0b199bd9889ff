import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import { GrpcMethod, RpcException } from '@nestjs/microservices';
import { catchError, from, Observable, throwError } from 'rxjs';
import { runInContext } from '../context/index.js';
import { AppError, toAppError } from '../errors/index.js';
import type { Logger } from '../logging/index.js';
import { Counter, Histogram, type Registry } from '../management/index.js';
import { isTracing, traced } from '../tracing/index.js';
import { type Definition, serviceName } from './definition.js';
import { callersTraceparent, errorToTrailers, metadataToContext } from './metadata.js';

/** What the handlers of a process report to; set once by runService. */
interface ServerTelemetry {
  logger: Logger;
  duration: Histogram<'rpc' | 'code'>;
  failures: Counter<'rpc' | 'code'>;
}

let telemetry: ServerTelemetry | undefined;

export function configureGrpcServer(logger: Logger, registry: Registry): void {
  telemetry = {
    logger,
    duration: new Histogram({
      name: 'grpc_server_duration_seconds',
      help: 'Time a handler took',
      labelNames: ['rpc', 'code'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    failures: new Counter({
      name: 'grpc_server_failures_total',
      help: 'Calls answered with an error',
      labelNames: ['rpc', 'code'],
      registers: [registry],
    }),
  };
}

/**
 * Makes a Nest controller the implementation of a generated service: each method of the definition that the class has
 * gets context (actor, trace, request id, deadline), timing, and errors in the trailers. A method it lacks answers
 * UNIMPLEMENTED, which a client sees as NOT_AVAILABLE_YET.
 */
export function GrpcService(definition: Definition) {
  const service = serviceName(definition);
  // biome-ignore lint/complexity/noBannedTypes: a class decorator's own type
  return (target: Function): void => {
    for (const name of Object.keys(definition)) {
      const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name);
      if (!descriptor) continue;
      const original = descriptor.value as (this: unknown, request: unknown, call: unknown) => unknown;
      const rpc = `${service}/${name}`;
      descriptor.value = function handle(this: unknown, request: unknown, metadata: Metadata, call: ServerUnaryCall<unknown, unknown>) {
        const context = metadataToContext(metadata);
        return runInContext(context, () => {
          const started = performance.now();
          const done = (code: string) => telemetry?.duration.observe({ rpc, code }, (performance.now() - started) / 1_000);
          const fail = (thrown: unknown) => {
            const error = toAppError(thrown);
            done(error.code);
            telemetry?.failures.inc({ rpc, code: error.code });
            const fields = { rpc, code: error.code, internal: error.internal, ...(error.code === 'INTERNAL' ? { err: error.cause } : {}) };
            runInContext(context, () =>
              error.code === 'INTERNAL' ? telemetry?.logger.error(fields, 'call failed') : telemetry?.logger.debug(fields, 'call refused'),
            );
            // Anything but an RpcException Nest would turn into 'Internal server error' without trailers.
            return new RpcException(errorToTrailers(error));
          };
          if (context.deadlineMs !== undefined && Date.now() >= context.deadlineMs) {
            return throwError(() =>
              fail(
                new AppError('DEADLINE_EXCEEDED', 'That took too long. Please try again.', {
                  internal: 'the deadline had passed on arrival',
                }),
              ),
            );
          }
          let result: unknown;
          try {
            // The call besides the request: a streaming handler may ask whether it is full.
            result =
              isTracing() && !definition[name]?.responseStream
                ? traced(
                    rpc,
                    { kind: 'server', parent: callersTraceparent(metadata), attributes: { 'rpc.system.name': 'grpc' } },
                    async () => original.call(this, request, call),
                  )
                : original.call(this, request, call);
          } catch (thrown) {
            return throwError(() => fail(thrown));
          }
          if (result instanceof Observable) return result.pipe(catchError((thrown) => throwError(() => fail(thrown))));
          return from(
            (result as Promise<unknown>).then(
              (response) => {
                done('OK');
                return response;
              },
              (thrown) => Promise.reject(fail(thrown)),
            ),
          );
        });
      };
      Object.defineProperty(target.prototype, name, descriptor);
      GrpcMethod(service, name)(target.prototype, name, descriptor);
    }
  };
}
