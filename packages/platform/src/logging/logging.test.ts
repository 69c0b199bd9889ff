import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newContext, runInContext } from '../context/index.js';
import { createLogger } from './index.js';

const SECRET = 'hunter2-hunter2';

/** What a logger wrote, line by line. */
const written = (log: (logger: ReturnType<typeof createLogger>) => void, level = 'trace'): Record<string, unknown>[] => {
  const lines: string[] = [];
  log(createLogger({ service: 'link', level, destination: { write: (line: string) => lines.push(line) } }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

describe('a log line', () => {
  it('says service, level and UTC time beside its fixed phrase and fields', () => {
    const [line] = written((logger) => logger.warn({ linkId: 'lnk_1' }, 'link refused'));
    expect(line).toMatchObject({ service: 'link', level: 'warn', msg: 'link refused', linkId: 'lnk_1' });
    expect(line!['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('carries request and trace id inside a call, and none outside', () => {
    const context = newContext();
    const [inside, outside] = written((logger) => {
      runInContext(context, () => logger.info('inside'));
      logger.info('outside');
    });
    expect(inside).toMatchObject({ requestId: context.requestId, traceId: context.traceparent.split('-')[1] });
    expect(outside).not.toHaveProperty('requestId');
  });

  it('is not written below its level', () => {
    expect(written((logger) => logger.debug('detail'), 'info')).toEqual([]);
  });

  const fields = [
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
    'set-cookie',
    'address',
    'clientAddress',
    'ip',
    'remoteAddress',
    'body',
    'email',
  ];

  it.each(fields)('never shows %s, at any depth down to the fourth', (field) => {
    const secret = { [field]: SECRET };
    const lines = written((logger) => {
      logger.info(secret, 'one');
      logger.info({ a: secret }, 'two');
      logger.info({ a: { b: secret } }, 'three');
      logger.info({ req: { headers: { more: secret } } }, 'four');
      logger.info({ list: [secret, { deeper: secret }] }, 'in lists');
      logger.child({ scope: 'child' }).info({ a: secret }, 'of a child');
    });
    expect(lines).toHaveLength(6);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(lines[0]![field]).toBe('[redacted]');
  });

  it('never shows a secret that hangs on an error', () => {
    const error = Object.assign(new Error('call failed'), {
      config: { headers: { authorization: SECRET, cookie: SECRET } },
      password: SECRET,
    });
    const [line] = written((logger) => logger.error({ err: error }, 'call failed'));
    expect(JSON.stringify(line)).not.toContain(SECRET);
    expect(line!['err']).toMatchObject({ message: 'call failed' });
  });

  it('never shows a secret whatever surrounds it', () => {
    const name = fc.constantFrom('a', 'user', 'request', 'x-y', '0');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 3 }), fc.constantFrom(...fields), (path, field) => {
        const record = path.reduceRight<object>((inner, key) => ({ [key]: inner }), { [field]: SECRET });
        return !JSON.stringify(written((logger) => logger.info(record, 'x'))).includes(SECRET);
      }),
    );
  });
});
