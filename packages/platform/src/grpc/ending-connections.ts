import http2, { type ClientHttp2Session } from 'node:http2';

const DONE = Symbol.for('linqr.grpc.ending-connections');

/**
 * Lets calls end on a connection that the server closes gracefully, because it stops or because the connection is old.
 *
 * Node sends no ping on such a connection and answers `undefined`; grpc-js (1.14.7, grpc-node issue 3068) takes that for a
 * dead peer and breaks off every call that is still under way there, at the next ping. Here such a ping counts as answered.
 * What is left open on a connection like that has its own deadline, should the peer vanish before.
 */
export function letCallsEndOnClosingConnections(): void {
  if (DONE in http2) return;
  const connect = http2.connect as (...args: unknown[]) => ClientHttp2Session;
  Object.assign(http2, {
    [DONE]: true,
    connect: (...args: unknown[]) => {
      const session = connect(...args);
      const ping = session.ping.bind(session) as (...args: unknown[]) => boolean;
      session.ping = (...given: unknown[]) => {
        if (!session.closed || session.destroyed) return ping(...given);
        setImmediate(given.at(-1) as (error: null, ms: number, payload: Buffer) => void, null, 0, Buffer.alloc(8));
        return true;
      };
      return session;
    },
  });
}
