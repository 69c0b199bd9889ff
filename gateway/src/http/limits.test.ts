import { describe, expect, it } from '@jest/globals';
import { isSignInCall } from './limits.js';

describe('the limit of sign-in calls', () => {
  it.each([
    '/api/auth/login',
    '/api/v1/auth/login/two-factor',
    '/api/api/v1/auth/forgot-password?x=1',
    '/api/AUTH/Login',
    '/API/auth/login',
    '/api//auth/login',
    '/api/v1//auth/passkeys/login',
  ])('counts %s', (url) => {
    expect(isSignInCall(url)).toBe(true);
  });

  it.each(['/api/auth/profile', '/api/urls', '/api/auth/sessions'])('does not count %s', (url) => {
    expect(isSignInCall(url)).toBe(false);
  });
});
