import { t } from '../../messages/en/marketing';
import { ProsePage } from './prose-page';

/** /privacy */
export function PrivacyPage() {
  return (
    <ProsePage
      title={t('privacyTitle')}
      lead={t('privacyLead')}
      updated={t('updated')}
      sections={[
        [t('p1Title'), t('p1')],
        [t('p2Title'), t('p2')],
        [t('p3Title'), t('p3')],
        [t('p4Title'), t('p4')],
        [t('p5Title'), t('p5')],
        [t('p6Title'), t('p6')],
      ]}
    />
  );
}
