import { t } from '../../messages/en/marketing';
import { ProsePage } from './prose-page';

/** /terms */
export function TermsPage() {
  return (
    <ProsePage
      title={t('termsTitle')}
      lead={t('termsLead')}
      updated={t('updated')}
      sections={[
        [t('t1Title'), t('t1')],
        [t('t2Title'), t('t2')],
        [t('t3Title'), t('t3')],
        [t('t4Title'), t('t4')],
        [t('t5Title'), t('t5')],
        [t('t6Title'), t('t6')],
        [t('t7Title'), t('t7')],
      ]}
    />
  );
}
