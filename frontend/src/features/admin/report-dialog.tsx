import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { Badge } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Dialog } from '../../components/dialog/dialog';
import { ErrorState } from '../../components/error-state/error-state';
import { TextArea } from '../../components/field/text-field';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { Select } from '../../components/select/select';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { formatDateTime } from '../../lib/format/format';
import { t } from '../../messages/en/admin';
import { type ReportAction, type ReportDetail, useReportQuery, useResolveReportMutation } from './admin.api';
import css from './admin.module.css';
import { LinkStateBadge } from './link-state-badge';

const hints: Record<ReportAction, string> = {
  disable_link: t('actDisableHint'),
  quarantine_link: t('actQuarantineHint'),
  disable_owner: t('actOwnerHint'),
  disable_code: t('actCodeHint'),
  dismiss: t('actDismissHint'),
};
const labels: Record<ReportAction, string> = {
  disable_link: t('actDisable'),
  quarantine_link: t('actQuarantine'),
  disable_owner: t('actOwner'),
  disable_code: t('actCode'),
  dismiss: t('actDismiss'),
};
const done: Record<ReportAction, string> = {
  disable_link: t('didDisable'),
  quarantine_link: t('didQuarantine'),
  disable_owner: t('didOwner'),
  disable_code: t('didCode'),
  dismiss: t('didDismiss'),
};

function Facts({ report }: { report: ReportDetail }) {
  const { link, qrCode } = report;
  const found = link ?? qrCode;
  return (
    <dl className={css.facts}>
      <dt>{t('reportTarget')}</dt>
      <dd>{report.target}</dd>
      <dt>{t('reportDestination')}</dt>
      {/* Text, never a link: nobody should open it by a slip. */}
      <dd>{link?.originalUrl ?? qrCode?.content ?? t('reportNoLink')}</dd>
      {found && (
        <>
          <dt>{t('reportOwner')}</dt>
          <dd>{found.ownerEmail ?? t('reportOwnerGone')}</dd>
          <dt>{t('reportState')}</dt>
          <dd>
            <LinkStateBadge link={found} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Entries({ report }: { report: ReportDetail }) {
  return (
    <section className={css.said}>
      <h3>{t('reportSaid')}</h3>
      <ul role="list">
        {report.entries.map((entry) => (
          <li key={`${entry.reportedAt} ${entry.reason}`}>
            <span className={css.saidHead}>
              <strong>{entry.reason}</strong>
              <RelativeTime at={entry.reportedAt} />
              {entry.email && <span>{t('reportBy', { email: entry.email })}</span>}
            </span>
            {entry.details && <p>{entry.details}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function actionsOn(report: ReportDetail | undefined): ReportAction[] {
  if (report?.link) return ['disable_link', 'quarantine_link', 'disable_owner', 'dismiss'];
  return report?.qrCode ? ['disable_code', 'disable_owner', 'dismiss'] : ['dismiss'];
}

/** One report: where it leads, what was said, and what to do about it. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useReportQuery(id, { refetchOnMountOrArgChange: true });
  const [resolve, { isLoading, error: refusal }] = useResolveReportMutation();
  const report = data?.report;
  const [chosen, setChosen] = useState<ReportAction>();
  const [note, setNote] = useState('');
  const actions = actionsOn(report);
  const action = chosen ?? actions[0]!;
  const isOpen = report?.state === 'open';

  async function apply() {
    try {
      await resolve({ id, action, note: note.trim() }).unwrap();
      toast.success(t('acted'));
      onClose();
    } catch {
      toast.error(t('actFailed'));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      title={report ? t('reportTitle', { shortId: report.shortId }) : t('reportsTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {isOpen && (
            <Button variant={action === 'dismiss' ? 'primary' : 'danger'} loading={isLoading} onClick={() => void apply()}>
              {labels[action]}
            </Button>
          )}
        </>
      }
    >
      {!report && error ? (
        <ErrorState title={t('unauthorized')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : !report ? (
        <LoadingRegion label={t('reportsTitle')}>
          <Skeleton lines={5} />
        </LoadingRegion>
      ) : (
        <div className={css.report}>
          {report.automatic && <Badge tone="info">{t('automatic')}</Badge>}
          <Facts report={report} />
          <Entries report={report} />
          {isOpen ? (
            <>
              <Select
                label={t('actChoose')}
                hint={hints[action]}
                value={action}
                options={actions.map((value) => ({ value, label: labels[value] }))}
                onChange={(event) => setChosen(event.target.value as ReportAction)}
              />
              <TextArea
                label={t('reportNote')}
                hint={t('reportNoteHint')}
                optional
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
              {refusal && !isLoading && <Banner tone="danger">{messageOf(refusal, t('loadFailedText'))}</Banner>}
            </>
          ) : (
            <Banner>
              {t('reportDone', {
                what: report.action ? done[report.action] : '',
                date: report.resolvedAt ? formatDateTime(report.resolvedAt) : '',
                who: report.resolvedBy?.email ?? t('reportOwnerGone'),
              })}
              {report.note && ` ${report.note}`}
            </Banner>
          )}
        </div>
      )}
    </Dialog>
  );
}
