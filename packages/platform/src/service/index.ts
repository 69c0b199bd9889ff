// How a gRPC service starts: one readable call from main.ts to ready.
import 'reflect-metadata';
import { Server, type ServerCredentials } from '@grpc/grpc-js';
import { type DynamicModule, type LoggerService, Logger as NestLogger, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type MicroserviceOptions, Transport } from '@nestjs/microservices';
import type { z } from 'zod';
import { ConfigError, loadConfig } from '../config/index.js';
import { configureGrpcServer, type Definition, serviceName } from '../grpc/index.js';
import { Lifecycle } from '../lifecycle/index.js';
import { createLogger, type Logger } from '../logging/index.js';
import { Management } from '../management/index.js';
import { startTracing } from '../tracing/index.js';

export interface ProcessConfig {
  LOG_LEVEL: string;
  MANAGEMENT_HOST: string;
  MANAGEMENT_PORT: number;
  SHUTDOWN_GRACE_SECONDS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number;
}

export interface GrpcProcessConfig extends ProcessConfig {
  GRPC_HOST: string;
  GRPC_PORT: number;
  /** Default 300. */
  GRPC_CONNECTION_AGE_SECONDS?: number;
}

/** What every part of a process is wired with. */
export interface Runtime<C> {
  name: string;
  config: C;
  logger: Logger;
  lifecycle: Lifecycle;
  management: Management;
}

/** What a service is made of, once its resources are open. */
export interface ServiceParts {
  definition: Definition;
  /** Nest controller decorated with GrpcService. */
  controller: Type;
  /** Further gRPC services of the same process and the same proto package, each with its own controller. */
  besides?: { definition: Definition; controller: Type }[];
  providers: Provider[];
  /** Runs after the gRPC port listens: consumers, relays, timers. */
  onListening?: () => Promise<void> | void;
}

export interface RunningService {
  grpcPort: number;
  managementPort: number;
  stop: () => Promise<void>;
}

/** Config, logger, lifecycle and management port, common to services, gateway and edge. Exits 1 with all config problems. */
export function createRuntime<S extends z.ZodObject>(name: string, schema: S): Runtime<Readonly<z.output<S>> & ProcessConfig> {
  let config: Readonly<z.output<S>> & ProcessConfig;
  try {
    config = loadConfig(schema) as Readonly<z.output<S>> & ProcessConfig;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(1);
  }
  return runtimeFor(name, config);
}

export function runtimeFor<C extends ProcessConfig>(name: string, config: C): Runtime<C> {
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const lifecycle = new Lifecycle(logger, config.SHUTDOWN_GRACE_SECONDS * 1_000);
  const management = new Management(name);
  lifecycle.onDrain(() => management.drain());
  return { name, config, logger, lifecycle, management };
}

/** Records traces for as long as the process runs, where an endpoint is configured. First of all, so that it ends last. */
export async function traceProcess<C extends ProcessConfig>({ name, config, lifecycle }: Runtime<C>): Promise<void> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const end = await startTracing({
    service: name,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG ?? 0.05,
  });
  lifecycle.onClose('traces', end);
}

/** main.ts of a service: reads config, wires, serves, and announces itself; a failed start is one logged line and exit 1. With the argument `migrate` it migrates its store and ends. */
export async function runService<S extends z.ZodObject>(
  name: string,
  schema: S,
  wire: (runtime: Runtime<Readonly<z.output<S>> & GrpcProcessConfig>) => Promise<ServiceParts>,
  /** Brings the service's store to this version's schema: what `main.js migrate` does instead of serving. */
  migrate: (runtime: Runtime<Readonly<z.output<S>> & GrpcProcessConfig>) => Promise<void>,
): Promise<void> {
  const runtime = createRuntime(name, schema) as Runtime<Readonly<z.output<S>> & GrpcProcessConfig>;
  runtime.lifecycle.installSignalHandlers();
  try {
    if (process.argv[2] === 'migrate') {
      await migrate(runtime);
      runtime.logger.info('migrated');
      process.exit(0);
    }
    const { grpcPort, managementPort } = await startService(runtime, wire);
    runtime.lifecycle.announce({ grpcPort, managementPort });
  } catch (error) {
    runtime.logger.fatal({ err: error }, 'start failed');
    await runtime.lifecycle.stop('start failed');
    process.exit(1);
  }
}

/** The same without signals and exits, for tests: everything opened is closed by stop(). */
export async function startService<C extends GrpcProcessConfig>(
  runtime: Runtime<C>,
  wire: (runtime: Runtime<C>) => Promise<ServiceParts>,
): Promise<RunningService> {
  const { config, lifecycle, logger, management, name } = runtime;
  await traceProcess(runtime);
  const managementPort = await management.listen(config.MANAGEMENT_HOST, config.MANAGEMENT_PORT);
  lifecycle.onClose('management', () => management.close());
  configureGrpcServer(logger, management.registry);
  const parts = await wire(runtime);
  const definitions = [parts.definition, ...(parts.besides ?? []).map(({ definition }) => definition)];
  const services = definitions.map((definition) => [serviceName(definition), definition] as const);
  let grpcPort = 0;
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(rootModule(name, parts), {
    transport: Transport.GRPC,
    options: {
      package: [...new Set(services.map(([service]) => service.slice(0, service.lastIndexOf('.'))))],
      packageDefinition: Object.fromEntries(services),
      url: `${config.GRPC_HOST}:${config.GRPC_PORT}`,
      gracefulShutdown: true,
      maxReceiveMessageLength: 32 * 1024 * 1024,
      // Callers look names up when they lose a connection, not before: without an end to connections a new replica would
      // stay idle. There is no grace after which calls are cut: what is under way ends by its own deadline.
      channelOptions: { 'grpc.max_connection_age_ms': (config.GRPC_CONNECTION_AGE_SECONDS ?? 300) * 1_000 },
    },
    logger: nestLogger(logger),
  });
  // Nest does not tell which port a bind to 0 got; grpc-js does.
  const bind = Server.prototype.bindAsync;
  Server.prototype.bindAsync = function bindAndRemember(
    this: Server,
    address: string,
    creds: ServerCredentials,
    callback: (error: Error | null, port: number) => void,
  ) {
    return bind.call(this, address, creds, (error, port) => {
      grpcPort = port;
      callback(error, port);
    });
  };
  try {
    await app.listen();
  } finally {
    Server.prototype.bindAsync = bind;
  }
  lifecycle.onClose('grpc', () => app.close());
  await parts.onListening?.();
  return { grpcPort, managementPort, stop: () => lifecycle.stop('stop called') };
}

function rootModule(name: string, parts: ServiceParts): DynamicModule {
  class ServiceModule {}
  Object.defineProperty(ServiceModule, 'name', { value: `${name}Module` });
  return {
    module: ServiceModule,
    controllers: [parts.controller, ...(parts.besides ?? []).map(({ controller }) => controller)],
    providers: parts.providers,
  };
}

/** Nest's own lines through ours; its start-up chatter at debug. */
export function nestLogger(logger: Logger): LoggerService {
  NestLogger.overrideLogger(false);
  return {
    log: (message: unknown) => logger.debug({ nest: String(message) }, 'nest'),
    debug: (message: unknown) => logger.debug({ nest: String(message) }, 'nest'),
    verbose: (message: unknown) => logger.trace({ nest: String(message) }, 'nest'),
    warn: (message: unknown) => logger.warn({ nest: String(message) }, 'nest warning'),
    error: (message: unknown, ...rest: unknown[]) => logger.error({ nest: String(message), rest: rest.map(String) }, 'nest error'),
    fatal: (message: unknown) => logger.fatal({ nest: String(message) }, 'nest fatal'),
  };
}
