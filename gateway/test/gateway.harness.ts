import { generateKeyPairSync } from 'node:crypto';
import { runtimeFor } from '@linqr/platform/service';
import { testDatabase } from '@linqr/testing/postgres';
import jwt from 'jsonwebtoken';
import { type GatewayConfig, gatewayConfig } from '../src/config.js';
import { startGateway } from '../src/wire.js';

const keys = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Nobody listens there: every service of such a gateway is down. */
const NOBODY = '127.0.0.1:9';

export interface RunningGateway {
  origin: string;
  managementOrigin: string;
  busUrl: string;
  /** An access token as auth signs them. */
  accessToken: (claims?: { role?: 'user' | 'admin'; expiresInSeconds?: number; sessionId?: string; userId?: string }) => string;
  stop: () => Promise<void>;
}

/** A gateway on a free port with a real bus; services are down unless their targets are given. */
export async function startTestGateway(overrides: Partial<Record<keyof GatewayConfig, string>> = {}): Promise<RunningGateway> {
  const database = await testDatabase();
  const config = gatewayConfig.parse({
    LOG_LEVEL: 'silent',
    PORT: '0',
    APP_ORIGIN: 'http://localhost:3000',
    SHORT_ORIGIN: 'http://localhost:3001',
    BUS_URL: database.url,
    AUTH_TARGET: NOBODY,
    LINK_TARGET: NOBODY,
    QR_TARGET: NOBODY,
    ANALYTICS_TARGET: NOBODY,
    BILLING_TARGET: NOBODY,
    WEBHOOK_TARGET: NOBODY,
    ACCESS_TOKEN_PUBLIC_KEY: keys.publicKey,
    CSRF_SECRET: 'a secret of at least thirty-two characters',
    ...overrides,
  });
  const runtime = runtimeFor('gateway', config);
  const { port, managementPort } = await startGateway(runtime);
  return {
    origin: `http://127.0.0.1:${port}`,
    managementOrigin: `http://127.0.0.1:${managementPort}`,
    busUrl: database.url,
    accessToken: ({ role = 'user', expiresInSeconds = 900, sessionId = 'ses_test', userId = 'usr_test' } = {}) =>
      jwt.sign({ sub: userId, ws: 'ws_test', role, sid: sessionId }, keys.privateKey, {
        algorithm: 'ES256',
        expiresIn: expiresInSeconds,
        issuer: 'linqr-auth',
        audience: 'linqr',
      }),
    stop: async () => {
      await runtime.lifecycle.stop('test over');
      await database.drop();
    },
  };
}

/** Cookies of an answer, as a browser would send them back. */
export function cookiesOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers.getSetCookie().map((line) => line.split(';')[0]!.split('=') as [string, string]));
}
