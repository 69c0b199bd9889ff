import { t } from '../../messages/en/marketing';
import { ProsePage } from './prose-page';

/** /about */
export function AboutPage() {
  return (
    <ProsePage
      title={t('aboutTitle')}
      lead={t('aboutLead')}
      sections={[
        [t('about1Title'), t('about1')],
        [t('about2Title'), t('about2')],
        [t('about3Title'), t('about3')],
      ]}
    />
  );
}
