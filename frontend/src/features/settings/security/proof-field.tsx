import { PasswordField } from '../../../components/field/password-field';
import { t } from '../../../messages/en/security';

interface ProofFieldProps {
  /** An account without a password proves itself by a recent sign-in: the server says when that is too long ago. */
  hasPassword: boolean;
  email: string;
  field: { name: string; value: string; error?: string; onChange: (event: { target: { value: string } }) => void; onBlur: () => void };
}

/** The current password, asked for before something that changes how the account is signed in to. */
export function ProofField({ hasPassword, email, field }: ProofFieldProps) {
  if (!hasPassword) return null;
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t('yourPassword')} autoComplete="current-password" {...field} />
    </>
  );
}

export const proofProblem = (hasPassword: boolean, password: string): string | undefined =>
  hasPassword && !password ? t('passwordRequired') : undefined;
