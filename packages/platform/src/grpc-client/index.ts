// The gRPC client alone: for the edge, which must not load Nest (60 MB and a second of start) to make a call.
export { type CallOptions, createGrpcClient, type GrpcClient, type GrpcClientOptions } from '../grpc/client.js';
export type { Definition } from '../grpc/definition.js';
