import { t } from '../../../messages/en/security';

const TEXTS: Record<string, () => string> = {
  registered: () => t('actionRegistered'),
  signed_in: () => t('actionSignedIn'),
  signed_in_with_passkey: () => t('actionSignedInPasskey'),
  signed_in_with_google: () => t('actionSignedInGoogle'),
  signed_in_with_github: () => t('actionSignedInGithub'),
  sign_in_failed: () => t('actionSignInFailed'),
  second_step_failed: () => t('actionSecondStepFailed'),
  session_revoked: () => t('actionSessionRevoked'),
  session_reused: () => t('actionSessionReused'),
  password_changed: () => t('actionPasswordChanged'),
  password_reset: () => t('actionPasswordReset'),
  two_factor_enabled: () => t('actionTwoFactorOn'),
  two_factor_disabled: () => t('actionTwoFactorOff'),
  recovery_codes_replaced: () => t('actionCodesReplaced'),
  recovery_code_used: () => t('actionCodeUsed'),
  passkey_added: () => t('actionPasskeyAdded'),
  passkey_removed: () => t('actionPasskeyRemoved'),
  passkey_refused: () => t('actionPasskeyRefused'),
  identity_connected: () => t('actionConnected'),
  identity_disconnected: () => t('actionDisconnected'),
  email_change_requested: () => t('actionEmailRequested'),
  email_change_cancelled: () => t('actionEmailCancelled'),
  email_changed: () => t('actionEmailChanged'),
  api_key_replaced: () => t('actionApiKey'),
  account_disabled: () => t('actionDisabled'),
  account_enabled: () => t('actionEnabled'),
};

/** What an event of the history is called; one that this version does not know is called by its name. */
export function actionText(action: string): string {
  return TEXTS[action]?.() ?? action.replaceAll('_', ' ');
}
