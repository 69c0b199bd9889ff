// Structured logs: fixed phrases, data in fields, request and trace ids on every line, secrets never.
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentContext } from '../context/index.js';
import { standardOutput } from './standard-output.js';

export type { Logger };

const SECRET_FIELDS = [
  'password',
  'newPassword',
  'currentPassword',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'apiKey',
  'key',
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'address',
  'clientAddress',
  'ip',
  'remoteAddress',
  'body',
  'email',
  // What a failed query was given, and the row that PostgreSQL quotes.
  'parameters',
  'detail',
];

/** Paths up to three levels deep; pino has no recursive wildcard. */
const redactPaths = SECRET_FIELDS.flatMap((field) => {
  const key = field.includes('-') ? `["${field}"]` : `.${field}`;
  return [key.replace(/^\./, ''), `*${key}`, `*.*${key}`, `*.*.*${key}`];
});

export interface LoggingOptions {
  /** The deployable's name, on every line. */
  service: string;
  level: string;
  destination?: DestinationStream;
}

/** JSON lines on standard output. */
export function createLogger({ service, level, destination }: LoggingOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactPaths, censor: '[redacted]' },
    mixin() {
      const context = currentContext();
      return context ? { requestId: context.requestId, traceId: context.traceparent.slice(3, 35) } : {};
    },
  };
  return pino(options, destination ?? standardOutput());
}
