import { type ReactNode, useId } from 'react';
import type { User } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/security';
import css from '../settings.module.css';
import { ProofField, proofProblem } from './proof-field';

interface ProofDialogProps {
  user: User;
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  /** Another field before the password: a name, a code. */
  extra?: {
    name: 'name' | 'code' | 'email';
    label: string;
    initial?: string;
    required: string;
    hint?: string;
    inputMode?: 'numeric' | 'email';
    autoComplete?: string;
  };
  /** What is said where the server says nothing. */
  failed: string;
  onClose: () => void;
  /** Throws what the API answers: problems of fields land at their fields. */
  onConfirm: (values: { extra: string; password: string }) => Promise<void>;
  children?: ReactNode;
}

/** A small form that asks for the password (and perhaps one thing more) before something is done. */
export function ProofDialog({ user, title, text, confirmLabel, danger, extra, failed, onClose, onConfirm, children }: ProofDialogProps) {
  const hasPassword = user.hasPassword !== false;
  const id = useId();
  const form = useForm<{ name: string; code: string; email: string; password: string; currentPassword: string }>({
    initial: { name: '', code: '', email: '', password: '', currentPassword: '', ...(extra ? { [extra.name]: extra.initial ?? '' } : {}) },
    validate: (values) => {
      const problem = proofProblem(hasPassword, values.password);
      return {
        ...(extra && !values[extra.name].trim() ? { [extra.name]: extra.required } : {}),
        ...(problem ? { password: problem } : {}),
      };
    },
    onSubmit: (values) => onConfirm({ extra: extra ? values[extra.name].trim() : '', password: values.password }),
  });
  const password = form.field('password');
  // The call for an address names its password otherwise; what is wrong with it belongs to the same field.
  const shown = {
    ...password,
    ...((password.error ?? form.errors.currentPassword) ? { error: password.error ?? form.errors.currentPassword } : {}),
  };
  const placed = Object.keys(form.errors).length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.submitting && onClose()}
      title={title}
      description={text}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={form.submitting}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} loading={form.submitting}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={id} className={css.form}>
        {children}
        {extra && (
          <TextField
            label={extra.label}
            {...(extra.hint ? { hint: extra.hint } : {})}
            {...(extra.inputMode ? { inputMode: extra.inputMode } : {})}
            autoComplete={extra.autoComplete ?? 'off'}
            {...form.field(extra.name)}
          />
        )}
        <ProofField hasPassword={hasPassword} email={user.email} field={shown} />
        {form.formError !== undefined && !placed && <Banner tone="danger">{form.formError || failed}</Banner>}
      </form>
    </Dialog>
  );
}
