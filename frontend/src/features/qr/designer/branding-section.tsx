import { Link } from 'react-router-dom';
import { usePlanFeature } from '../../../api/plan-features.api';
import { Badge } from '../../../components/badge/badge';
import { Switch } from '../../../components/switch/switch';
import { t } from '../../../messages/en/qr-designer';
import css from './designer.module.css';
import type { Designer } from './use-designer';

/** Whether our name stands under the code: to be left out where the plan allows it (the server sees to that, too). */
export function BrandingSection({ designer: { design, change } }: { designer: Designer }) {
  const mayRemove = usePlanFeature('remove_branding');
  const locked = mayRemove === false;
  return (
    <fieldset className={css.stack}>
      <legend className={css.legend}>
        {t('branding')}
        {locked && (
          <Link to="/pricing" className={css.upgrade}>
            <Badge tone="accent">{t('upgrade')}</Badge>
          </Link>
        )}
      </legend>
      <Switch
        label={t('showBranding')}
        hint={locked ? t('brandingLocked') : t('brandingHint')}
        checked={design.showBranding || locked}
        disabled={mayRemove !== true}
        onCheckedChange={(showBranding) => change({ showBranding })}
      />
    </fieldset>
  );
}
