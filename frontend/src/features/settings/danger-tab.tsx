import type { User } from '../../api/types';
import { Banner } from '../../components/banner/banner';
import { Card } from '../../components/card/card';
import { CopyButton } from '../../components/copy-button/copy-button';
import { t } from '../../messages/en/settings';
import css from './settings.module.css';

/** Account deletion. The server has no call for the owner yet: this says so and how it is done meanwhile. */
export function DangerTab({ user }: { user: User }) {
  return (
    <Card title={t('deleteTitle')} description={t('deleteText')} className={css.danger}>
      <div className={css.stack}>
        {user.isAdmin && <Banner tone="warning">{t('deleteAdmin')}</Banner>}
        <h3 className={css.subtitle}>{t('deleteHow')}</h3>
        <ol className={css.steps}>
          <li>{t('deleteStep3')}</li>
          <li>
            {t('deleteStep1')}{' '}
            <span className={css.address}>
              {user.email}
              <CopyButton value={user.email} label={t('copyEmail')} />
            </span>
          </li>
          <li>{t('deleteStep2')}</li>
        </ol>
      </div>
    </Card>
  );
}
