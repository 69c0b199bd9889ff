import { aUser } from '../../../testing/factories';
import { ok } from '../../../testing/fake-api';

export const at = '2026-11-20T10:00:00.000Z';

/** What the security tab asks for, of an account that has none of it yet. */
export const securityAnswers = {
  'GET /api/auth/profile': ok({ user: aUser(), emailChange: null }),
  'GET /api/auth/two-factor': ok({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 }),
  'GET /api/auth/passkeys': ok({ passkeys: [] }),
  'GET /api/auth/identities': ok({ identities: [] }),
  'GET /api/auth/providers': ok({
    providers: [
      { key: 'google', name: 'Google', configured: false },
      { key: 'github', name: 'GitHub', configured: true },
    ],
  }),
  'GET /api/auth/audit': ok({
    events: [
      { id: 'aud-2', action: 'two_factor_enabled', at, device: '', address: '' },
      { id: 'aud-1', action: 'signed_in', at, device: 'curl/8.5.0', address: '203.0.113.0/24' },
      { id: 'aud-0', action: 'something_newer', at, device: '', address: '' },
    ],
    pagination: { page: 1, limit: 10, total: 3, totalPages: 1, nextCursor: null },
  }),
};
