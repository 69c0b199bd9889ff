import type { Observable } from 'rxjs';

/** One method of a ts-proto service definition (outputServices=grpc-js). */
export interface MethodDefinition {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the one place where generated types of every message meet
  requestSerialize: (value: any) => Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  requestDeserialize: (value: Buffer) => any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  responseSerialize: (value: any) => Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  responseDeserialize: (value: Buffer) => any;
}

export type Definition = Record<string, MethodDefinition>;

export type RequestOf<M extends MethodDefinition> = Parameters<M['requestSerialize']>[0];
export type ResponseOf<M extends MethodDefinition> = ReturnType<M['responseDeserialize']>;

/** What a controller implements: `class LinkController implements Handlers<typeof LinkServiceService>`. */
export type Handlers<D extends Definition> = {
  [K in keyof D]: D[K]['responseStream'] extends true
    ? (request: RequestOf<D[K]>) => Observable<ResponseOf<D[K]>>
    : (request: RequestOf<D[K]>) => Promise<ResponseOf<D[K]>>;
};

/** `link.v1.LinkService` of a definition. */
export function serviceName(definition: Definition): string {
  const path = Object.values(definition)[0]?.path;
  const name = path?.split('/')[1];
  if (!name) throw new Error('a service definition without methods');
  return name;
}
