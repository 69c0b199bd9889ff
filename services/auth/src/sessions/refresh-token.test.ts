import { describe, expect, test } from '@jest/globals';
import { hashOfSecret, looksLikeSecretToken, newSecretToken } from '../secrets/secret-token.js';
import { decideRefresh, newSuccessorKey, REUSE_GRACE_MS, SESSION_MAX_SECONDS, successorOf } from './refresh-token.js';

const NOW = 1_800_000_000_000;
const live = { revoked: false, createdAtMs: NOW - 1_000 };
const fresh = { expiresAtMs: NOW + 1, spentAtMs: undefined, successorSpent: false };

describe('what a refresh token is answered with', () => {
  test.each([
    ['fresh', fresh, live, 'rotate'],
    ['expired', { ...fresh, expiresAtMs: NOW }, live, 'invalid'],
    ['of a revoked session', fresh, { ...live, revoked: true }, 'invalid'],
    ['of a session past its longest life', fresh, { ...live, createdAtMs: NOW - SESSION_MAX_SECONDS * 1_000 }, 'invalid'],
    ['spent a moment ago', { ...fresh, spentAtMs: NOW - REUSE_GRACE_MS }, live, 'answer_again'],
    ['spent longer ago', { ...fresh, spentAtMs: NOW - REUSE_GRACE_MS - 1 }, live, 'reused'],
    ['spent a moment ago, its successor too', { ...fresh, spentAtMs: NOW - 1, successorSpent: true }, live, 'reused'],
    ['spent, of a session that is revoked already', { ...fresh, spentAtMs: NOW - 60_000 }, { ...live, revoked: true }, 'invalid'],
  ] as const)('%s', (_name, token, session, decision) => {
    expect(decideRefresh(token, session, NOW)).toBe(decision);
  });

  test('the successor is one, looks like any token, and needs both halves', () => {
    const [token, key] = [newSecretToken(), newSuccessorKey()];
    expect(successorOf(token, key)).toBe(successorOf(token, key));
    expect(looksLikeSecretToken(successorOf(token, key))).toBe(true);
    expect(successorOf(token, newSuccessorKey())).not.toBe(successorOf(token, key));
    expect(successorOf(newSecretToken(), key)).not.toBe(successorOf(token, key));
    expect(hashOfSecret(successorOf(token, key))).toHaveLength(32);
  });
});
