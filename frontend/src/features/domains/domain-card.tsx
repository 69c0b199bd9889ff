import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { type OwnDomain, useDeleteDomainMutation, useVerifyDomainMutation } from '../../api/domains.api';
import { Badge } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/domains';
import { DomainRecords } from './domain-records';
import css from './domains.module.css';
import { RootRedirect } from './root-redirect';

function State({ domain }: { domain: OwnDomain }) {
  if (domain.state === 'pending') return <Badge tone="warning">{t('pending')}</Badge>;
  if (domain.state === 'failed') return <Badge tone="danger">{t('failed')}</Badge>;
  if (!domain.problem) return <Badge tone="success">{t('verified')}</Badge>;
  return <Badge tone="warning">{t(domain.txtFound && !domain.pointsHere ? 'notPointing' : 'warned')}</Badge>;
}

/** One domain: how it stands, its records while they matter, where its root leads. */
export function DomainCard({ domain }: { domain: OwnDomain }) {
  const [verifyDomain, { isLoading: checking }] = useVerifyDomainMutation();
  const [deleteDomain, { isLoading: deleting }] = useDeleteDomainMutation();
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const isFine = domain.state === 'verified' && domain.problem === null;

  const check = async () => {
    try {
      const after = await verifyDomain(domain.id).unwrap();
      if (after.state === 'verified' && after.txtFound) toast.success(t('isVerified', { host: after.host }));
      else toast.info(t('stillMissing'));
    } catch (error) {
      toast.error(messageOf(error, t('checkFailed')));
    }
  };
  const remove = async () => {
    try {
      await deleteDomain(domain.id).unwrap();
      toast.success(t('deleted', { host: domain.host }));
    } catch (error) {
      toast.error(messageOf(error, t('deleteFailed')));
    }
    setAsking(false);
  };

  return (
    <Card
      level={2}
      title={domain.host}
      actions={
        <>
          <Button size="sm" icon={<IconRefresh aria-hidden="true" />} loading={checking} onClick={() => void check()}>
            {t('check')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('deleteOf', { host: domain.host })}
            icon={<IconTrash aria-hidden="true" />}
            onClick={() => setAsking(true)}
          >
            {t('delete')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <div className={css.facts}>
          <State domain={domain} />
          {domain.linkCount > 0 ? (
            <Link to={`/dashboard?domain=${encodeURIComponent(domain.host)}`}>{t('links', { count: domain.linkCount })}</Link>
          ) : (
            <span>{t('links', { count: 0 })}</span>
          )}
          <span>
            {domain.checkedAt ? (
              <>
                {t('checked')} <RelativeTime at={domain.checkedAt} />
              </>
            ) : (
              t('neverChecked')
            )}
          </span>
        </div>
        {domain.rootBlocked && <Banner tone="danger">{t('rootBlocked', { host: domain.host })}</Banner>}
        {domain.problem && <Banner tone={domain.state === 'failed' ? 'danger' : 'warning'}>{domain.problem}</Banner>}
        {isFine ? (
          <div>
            <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t('hideRecords') : t('showRecords')}
            </Button>
          </div>
        ) : null}
        {(open || !isFine) && <DomainRecords domain={domain} />}
        {domain.state !== 'pending' && <RootRedirect domain={domain} />}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('deleteTitle', { host: domain.host })}
        text={domain.linkCount > 0 ? t('inUse') : t('deleteText')}
        confirmLabel={t('delete')}
        busy={deleting}
        onConfirm={() => void remove()}
      />
    </Card>
  );
}
