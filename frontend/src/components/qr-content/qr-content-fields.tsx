import { type Ref, useEffect, useState } from 'react';
import { type ContentParts, joinContent, type QrType, splitContent } from '../../lib/qr/content';
import { t } from '../../messages/en/qr-content';
import { Checkbox } from '../checkbox/checkbox';
import { PasswordField } from '../field/password-field';
import { TextArea, TextField } from '../field/text-field';
import { Select } from '../select/select';
import css from './qr-content-fields.module.css';

export interface QrContentFieldsProps {
  type: QrType;
  /** As the API takes it. */
  value: string;
  error?: string;
  onChange: (content: string) => void;
  onBlur?: () => void;
  /** One large line without a label in sight, where the type needs only one. */
  compact?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

const securities = [
  { value: 'WPA', label: t('securityWpa') },
  { value: 'WEP', label: t('securityWep') },
  { value: 'nopass', label: t('securityNone') },
];

/** The fields of a code's content, as its type needs them: an address, a number, a network. */
export function QrContentFields({ type, value, error, onChange, onBlur, compact, inputRef }: QrContentFieldsProps) {
  const [parts, setParts] = useState<ContentParts>(() => splitContent(type, value));
  const mine = joinContent(type, parts);
  useEffect(() => {
    if (value !== mine) setParts(splitContent(type, value));
  }, [value, type, mine]);

  const set = (change: Partial<ContentParts>) => {
    const next = { ...parts, ...change };
    setParts(next);
    onChange(joinContent(type, next));
  };
  const first = { name: 'content', ref: inputRef, error, onBlur, autoComplete: 'off', size: compact ? 'lg' : 'md' } as const;
  const code = { autoCapitalize: 'none', spellCheck: false } as const;

  if (type === 'text' && !compact) {
    return (
      <TextArea
        label={t('text')}
        name="content"
        error={error}
        onBlur={onBlur}
        maxLength={2953}
        value={parts.plain}
        onChange={(event) => set({ plain: event.target.value })}
      />
    );
  }
  if (type === 'url' || type === 'text' || type === 'phone') {
    return (
      <TextField
        {...first}
        {...code}
        label={compact && type !== 'phone' ? t('content') : type === 'url' ? t('url') : type === 'phone' ? t('phone') : t('text')}
        hideLabel={compact}
        type={type === 'phone' ? 'tel' : type === 'url' && !compact ? 'url' : 'text'}
        placeholder={type === 'phone' ? '+1 555 010 9999' : compact ? t(type === 'url' ? 'urlPlaceholder' : 'textPlaceholder') : undefined}
        maxLength={2048}
        value={parts.plain}
        onChange={(event) => set({ plain: event.target.value })}
      />
    );
  }
  if (type === 'email') {
    return (
      <div className={css.fields}>
        <TextField
          {...first}
          {...code}
          size="md"
          label={t('email')}
          type="email"
          maxLength={254}
          value={parts.address}
          onChange={(event) => set({ address: event.target.value })}
        />
        <TextField
          label={t('subject')}
          optional
          maxLength={200}
          value={parts.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
        <div className={css.wide}>
          <TextArea
            label={t('message')}
            optional
            rows={2}
            maxLength={1000}
            value={parts.message}
            onChange={(event) => set({ message: event.target.value })}
          />
        </div>
      </div>
    );
  }
  if (type === 'sms') {
    return (
      <div className={css.fields}>
        <TextField
          {...first}
          size="md"
          label={t('phone')}
          type="tel"
          placeholder="+1 555 010 9999"
          maxLength={40}
          value={parts.number}
          onChange={(event) => set({ number: event.target.value })}
        />
        <TextField
          label={t('message')}
          optional
          maxLength={1000}
          value={parts.message}
          onChange={(event) => set({ message: event.target.value })}
        />
      </div>
    );
  }
  return (
    <div className={css.fields}>
      <TextField
        {...first}
        {...code}
        size="md"
        label={t('network')}
        maxLength={32}
        value={parts.ssid}
        onChange={(event) => set({ ssid: event.target.value })}
      />
      <Select
        label={t('security')}
        options={securities}
        value={parts.security}
        onChange={(event) => set({ security: event.target.value as ContentParts['security'] })}
      />
      <PasswordField
        label={t('networkPassword')}
        autoComplete="off"
        maxLength={64}
        disabled={parts.security === 'nopass'}
        value={parts.security === 'nopass' ? '' : parts.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <Checkbox label={t('hiddenNetwork')} checked={parts.hidden} onCheckedChange={(hidden) => set({ hidden })} />
    </div>
  );
}
