import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@linqr/platform/config';
import { authConfig } from './config.js';

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const valid = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/auth',
  BUS_URL: 'kafka://localhost:9092',
  BILLING_TARGET: 'localhost:9000',
  ANALYTICS_TARGET: 'localhost:9001',
  LINK_TARGET: 'localhost:9002',
  APP_ORIGIN: 'http://localhost:3000',
  ACCESS_TOKEN_PRIVATE_KEY: pem,
  API_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  MAIL_URL: 'smtp://localhost:1025',
};
const problems = (change: Record<string, string>): string => {
  try {
    loadConfig(authConfig, { ...valid, ...change });
    return '';
  } catch (error) {
    return (error as ConfigError).problems.join('; ');
  }
};

describe('the configuration', () => {
  test('takes keys as files and environments write them', () => {
    expect(problems({})).toBe('');
    expect(problems({ ACCESS_TOKEN_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })).toBe('');
    expect(problems({ API_KEY_ENCRYPTION_KEY: `${randomBytes(32).toString('hex')}, ${randomBytes(32).toString('base64')}` })).toBe('');
    expect(loadConfig(authConfig, { ...valid, APP_ORIGIN: 'https://app.example.com/' }).APP_ORIGIN).toBe('https://app.example.com');
  });

  test('names what is wrong without repeating a secret', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(problems({ ACCESS_TOKEN_PRIVATE_KEY: rsa })).toBe(
      'ACCESS_TOKEN_PRIVATE_KEY: must be a PEM private key on the curve P-256 (ES256)',
    );
    expect(problems({ ACCESS_TOKEN_PRIVATE_KEY: 'hunter2' })).not.toContain('hunter2');
    expect(problems({ API_KEY_ENCRYPTION_KEY: 'hunter2' })).toMatch(/^API_KEY_ENCRYPTION_KEY: must be 32 bytes/);
    expect(problems({ MAIL_URL: 'http://localhost' })).toMatch(/^MAIL_URL/);
    expect(problems({ APP_ORIGIN: 'https://app.example.com/path' })).toMatch(/^APP_ORIGIN/);
    expect(problems({ MAIL_URL: '', APP_ORIGIN: '' }).split(';')).toHaveLength(2);
  });
});
