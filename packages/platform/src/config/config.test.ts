import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  busFields,
  ConfigError,
  databaseFields,
  flag,
  grpcServiceFields,
  grpcTarget,
  list,
  loadConfig,
  originField,
  sealingKeysField,
} from './index.js';

const problemsOf = (load: () => unknown): string[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = (content: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  it('names every problem at once', () => {
    const schema = z.object({ ...grpcServiceFields, ...databaseFields, ...busFields, LINK_TARGET: grpcTarget('link service') });
    const problems = problemsOf(() =>
      loadConfig(schema, { GRPC_PORT: '70000', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', BUS_URL_FILE: join(folder, 'missing') }),
    );
    const named = problems.map((p) => p.split(/[: ]/)[0]);
    expect(new Set(named)).toEqual(new Set(['GRPC_PORT', 'LOG_LEVEL', 'DATABASE_URL', 'BUS_URL_FILE', 'BUS_URL', 'LINK_TARGET']));
  });

  it('never repeats a value, which may be a secret', () => {
    const schema = z.object({ ...databaseFields, ...busFields });
    const problems = problemsOf(() =>
      loadConfig(schema, { DATABASE_URL: 'mysql://root:hunter2@db/x', BUS_URL: 'amqp://u:hunter2@q', DATABASE_POOL_SIZE: 'hunter2' }),
    );
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('takes a value from NAME_FILE, trimmed', () => {
    const schema = z.object({ SECRET: z.string() });
    expect(loadConfig(schema, { SECRET_FILE: file('  from a mounted secret\n') })).toEqual({ SECRET: 'from a mounted secret' });
  });

  it('refuses NAME and NAME_FILE together, and a file that cannot be read', () => {
    const schema = z.object({ SECRET: z.string() });
    expect(problemsOf(() => loadConfig(schema, { SECRET: 'a', SECRET_FILE: file('b') }))[0]).toMatch(
      /^SECRET and SECRET_FILE are both set/,
    );
    expect(problemsOf(() => loadConfig(schema, { SECRET_FILE: folder }))[0]).toMatch(/^SECRET_FILE cannot be read/);
  });

  it('counts an empty variable and an empty file as absent', () => {
    const schema = z.object({ NAME: z.string().default('fallback') });
    expect(loadConfig(schema, { NAME: '' })).toEqual({ NAME: 'fallback' });
    expect(loadConfig(schema, { NAME_FILE: file('\n') })).toEqual({ NAME: 'fallback' });
  });

  it('is frozen and holds nothing but its schema', () => {
    const config = loadConfig(z.object({ NAME: z.string() }), { NAME: 'x', HOME: '/root' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.keys(config)).toEqual(['NAME']);
  });

  it('has defaults with which a process starts on loopback and free ports', () => {
    expect(loadConfig(z.object(grpcServiceFields), {})).toEqual({
      LOG_LEVEL: 'info',
      MANAGEMENT_HOST: '127.0.0.1',
      MANAGEMENT_PORT: 0,
      OTEL_TRACES_SAMPLER_ARG: 0.05,
      SHUTDOWN_GRACE_SECONDS: 20,
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: 0,
      GRPC_CONNECTION_AGE_SECONDS: 300,
    });
  });

  it('reads flags and lists', () => {
    const schema = z.object({ ON: flag(false), OFF: flag(true), LIST: list('a, b') });
    expect(loadConfig(schema, {})).toEqual({ ON: false, OFF: true, LIST: ['a', 'b'] });
    expect(loadConfig(schema, { ON: '1', OFF: 'false', LIST: ' x,, y ,' })).toEqual({ ON: true, OFF: false, LIST: ['x', 'y'] });
    expect(problemsOf(() => loadConfig(schema, { ON: 'yes' }))).toHaveLength(1);
  });

  it.each(['kafka://one:9092', 'kafka://one:9092,two:9092,[::1]:9092?ssl=true', 'postgres://u:p@h:1/bus', 'postgresql://h/bus'])(
    'takes %s for the bus',
    (url) => {
      expect(loadConfig(z.object(busFields), { BUS_URL: url }).BUS_URL).toBe(url);
    },
  );

  it.each(['kafka://', 'kafka:one', 'amqp://one:1', 'one:9092', 'postgres:'])('does not take %s for the bus', (url) => {
    expect(problemsOf(() => loadConfig(z.object(busFields), { BUS_URL: url }))).toHaveLength(1);
  });

  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://App.Example.com:443/', 'https://app.example.com'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('takes %s for an origin: %s', (given, origin) => {
    expect(loadConfig(z.object({ ORIGIN: originField }), { ORIGIN: given })).toEqual({ ORIGIN: origin });
  });

  it.each([
    'app.example.com',
    '//app.example.com',
    'ftp://app.example.com',
    'https://app.example.com/app',
    'https://app.example.com//',
    'https://app.example.com?a=1',
    'https://app.example.com/?',
    'https://app.example.com/#',
    'https://user@app.example.com',
    'https://:hunter2@app.example.com',
    'https://app.example.com:70000',
  ])('does not take %s for an origin, and says why once', (given) => {
    const problems = problemsOf(() => loadConfig(z.object({ ORIGIN: originField }), { ORIGIN: given }));
    expect(problems).toEqual([expect.stringMatching(/^ORIGIN: must be an (http\(s\) )?origin/)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('takes one to four sealing keys of 32 bytes, in hex or base64', () => {
    const keys = [1, 2, 3, 4].map((fill) => Buffer.alloc(32, fill));
    const given = keys.map((key, at) => key.toString(at % 2 ? 'hex' : 'base64'));
    const schema = z.object({ KEY: sealingKeysField });
    expect(loadConfig(schema, { KEY: given[0] }).KEY).toEqual(keys.slice(0, 1));
    expect(loadConfig(schema, { KEY: given.join(', ') }).KEY).toEqual(keys);
    for (const wrong of ['hunter2', 'ab'.repeat(31), `${given[0]},`, [...given, given[0]].join()])
      expect(problemsOf(() => loadConfig(schema, { KEY: wrong }))).toEqual([expect.stringMatching(/^KEY: must be 32 bytes/)]);
  });

  it.each(['localhost', 'http://host:1', 'host:', 'host:1/x', 'a b:1'])('does not take %s for a gRPC target', (target) => {
    expect(problemsOf(() => loadConfig(z.object({ TARGET: grpcTarget('x') }), { TARGET: target }))).toHaveLength(1);
  });
});
