import { IconCheck } from '@tabler/icons-react';
import { t } from '../../messages/en/auth';
import css from './auth.module.css';
import { passwordRules } from './password-rules';

/** The rules, ticked off while one types. */
export function PasswordRuleList({ password }: { password: string }) {
  return (
    <ul role="list" className={css.rules} aria-label={t('rulesTitle')}>
      {passwordRules.map((rule) => {
        const met = rule.holds(password);
        return (
          <li key={rule.key} data-met={met ? '' : undefined}>
            <span className={css.tick} aria-hidden="true">
              {met && <IconCheck />}
            </span>
            <span aria-hidden="true">{rule.label}</span>
            <span className="visually-hidden">{met ? t('ruleMet', { rule: rule.label }) : t('ruleUnmet', { rule: rule.label })}</span>
          </li>
        );
      })}
    </ul>
  );
}
