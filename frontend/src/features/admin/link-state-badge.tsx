import { Badge, type Tone } from '../../components/badge/badge';
import { t } from '../../messages/en/admin';
import type { AdminLink, AdminLinkState } from './admin.api';
import css from './admin.module.css';

const looks: Record<AdminLinkState, { tone: Tone; label: string }> = {
  active: { tone: 'success', label: t('stateActive') },
  archived: { tone: 'neutral', label: t('stateArchived') },
  disabled: { tone: 'danger', label: t('stateDisabled') },
  quarantined: { tone: 'warning', label: t('stateQuarantined') },
};

/** The link's state, and why. */
export function LinkStateBadge({ link }: { link: Pick<AdminLink, 'state' | 'stateReason' | 'ownerDisabled'> }) {
  const { tone, label } = looks[link.state];
  return (
    <span className={css.state}>
      <Badge tone={tone}>{label}</Badge>
      {link.ownerDisabled && <Badge tone="danger">{t('ownerDisabled')}</Badge>}
      {link.stateReason && <span className={css.name}>{link.stateReason}</span>}
    </span>
  );
}
