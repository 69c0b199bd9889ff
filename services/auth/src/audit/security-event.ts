/** What the history of an account tells, in the order in which one thinks of it. Kept for a year. */
export const SECURITY_ACTIONS = [
  'registered',
  'signed_in',
  'signed_in_with_passkey',
  'signed_in_with_google',
  'signed_in_with_github',
  'sign_in_failed',
  'second_step_failed',
  'session_revoked',
  'session_reused',
  'password_changed',
  'password_reset',
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_replaced',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'identity_connected',
  'identity_disconnected',
  'email_change_requested',
  'email_change_cancelled',
  'email_changed',
  'api_key_replaced',
  'account_disabled',
  'account_enabled',
] as const;
export type SecurityAction = (typeof SECURITY_ACTIONS)[number];

/** Told by mail as well, where security alerts are on. A changed or reset password and a changed address have mails of their own. */
export const ALERTED: ReadonlySet<SecurityAction> = new Set<SecurityAction>([
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_replaced',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'identity_connected',
  'identity_disconnected',
]);

/** Where an event came from, as the owner of the account may read it. */
export interface Origin {
  /** The user agent as the browser sent it; may be empty. */
  device: string;
  /** A place of client-address.ts; may be empty. */
  place: string;
}

export interface SecurityEvent extends Origin {
  id: string;
  action: SecurityAction;
  at: Date;
}
