// gRPC: one typed client wrapper, one server decorator, one error across the wire.
export { type CallOptions, createGrpcClient, type GrpcClient, type GrpcClientOptions, type StreamCallOptions } from './client.js';
export type { Definition, Handlers } from './definition.js';
export { serviceName } from './definition.js';
export { configureGrpcServer, GrpcService } from './server.js';
