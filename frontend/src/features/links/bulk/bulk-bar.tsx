import {
  IconArchive,
  IconArchiveOff,
  IconCalendarOff,
  IconCalendarTime,
  IconDots,
  IconTag,
  IconTagOff,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { usePlanFeature } from '../../../api/plan-features.api';
import { requestJson } from '../../../api/request-blob';
import { Button, ButtonLink } from '../../../components/button/button';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { DropdownMenu } from '../../../components/dropdown-menu/dropdown-menu';
import { IconButton } from '../../../components/icon-button/icon-button';
import { toast } from '../../../components/toast/toast';
import { formatNumber } from '../../../lib/format/format';
import { t } from '../../../messages/en/links-bulk';
import type { LinksQuery } from '../links.api';
import type { BulkAction, BulkChange } from './bulk.api';
import css from './bulk.module.css';
import { ExpiryDialog, TagsDialog } from './change-dialogs';
import { ResultDialog } from './result-dialog';
import { type BulkOutcome, useBulkRun } from './use-bulk-run';
import type { Selection } from './use-selection';

const DONE: Record<BulkAction, (count: number) => string> = {
  archive: (count) => t('doneArchive', { count }),
  restore: (count) => t('doneRestore', { count }),
  delete: (count) => t('doneDelete', { count }),
  addTags: (count) => t('doneAddTags', { count }),
  removeTags: (count) => t('doneRemoveTags', { count }),
  setExpiry: (count) => t('doneSetExpiry', { count }),
  clearExpiry: (count) => t('doneClearExpiry', { count }),
};

interface BulkBarProps {
  selection: Selection;
  query: LinksQuery;
  /** Links that the list's filters match. */
  total: number;
}

/** What can be done with the chosen links; stays in sight while the list scrolls. */
export function BulkBar({ selection, query, total }: BulkBarProps) {
  const allowed = usePlanFeature('bulk');
  const dispatch = useDispatch();
  const { run, progress, stop } = useBulkRun();
  const [dialog, setDialog] = useState<'addTags' | 'removeTags' | 'expiry' | 'delete'>();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [selecting, setSelecting] = useState(false);
  const count = selection.ids.size;

  const apply = async (change: BulkChange) => {
    setDialog(undefined);
    const result = await run([...selection.ids], change);
    // What could not be changed stays chosen, so that it can be tried again.
    selection.remove(result.settled);
    if (result.succeeded > 0) toast.success(DONE[change.action](result.succeeded));
    if (result.stopped) toast.info(t('stopped', { count: result.succeeded }));
    if (result.failures.length > 0) setOutcome(result);
  };

  const selectAll = async () => {
    setSelecting(true);
    try {
      const { search, filter, domain } = query;
      const found = (await requestJson({ url: '/urls/ids', params: { search, filter, domain } }, dispatch)) as {
        ids: string[];
        total: number;
      };
      selection.add(found.ids);
      if (found.total > found.ids.length) toast.info(t('selectFirst', { count: formatNumber(found.total) }));
    } catch {
      toast.error(t('selectAllFailed'));
    } finally {
      setSelecting(false);
    }
  };

  const off = allowed === false || progress !== undefined;
  return (
    <section className={css.bar} aria-label={t('region')}>
      <div className={css.about}>
        <span className={css.count} role="status">
          {progress ? t('running', { done: formatNumber(progress.done), total: formatNumber(progress.total) }) : t('selected', { count })}
        </span>
        {progress ? (
          <>
            <progress className={css.progress} aria-label={t('progress')} max={progress.total} value={progress.done} />
            <Button size="sm" onClick={stop}>
              {t('stop')}
            </Button>
          </>
        ) : (
          <>
            {total > count && (
              <Button size="sm" variant="ghost" loading={selecting} onClick={() => void selectAll()}>
                {selecting ? t('selectingAll') : t('selectAll', { count: formatNumber(total) })}
              </Button>
            )}
            <IconButton size="sm" label={t('clear')} tooltip icon={<IconX aria-hidden="true" />} onClick={selection.clear} />
          </>
        )}
      </div>
      {allowed === false ? (
        <div className={css.locked}>
          <span>{t('locked')}</span>
          <ButtonLink size="sm" to="/pricing">
            {t('plans')}
          </ButtonLink>
        </div>
      ) : (
        <div className={css.actions}>
          <Button size="sm" icon={<IconTag aria-hidden="true" />} disabled={off} onClick={() => setDialog('addTags')}>
            {t('addTags')}
          </Button>
          <Button size="sm" icon={<IconArchive aria-hidden="true" />} disabled={off} onClick={() => void apply({ action: 'archive' })}>
            {t('archive')}
          </Button>
          <Button size="sm" variant="danger" icon={<IconTrash aria-hidden="true" />} disabled={off} onClick={() => setDialog('delete')}>
            {t('delete')}
          </Button>
          <DropdownMenu
            label={t('more')}
            align="end"
            trigger={<IconButton size="sm" variant="outline" label={t('more')} disabled={off} icon={<IconDots aria-hidden="true" />} />}
            entries={[
              { label: t('removeTags'), icon: <IconTagOff aria-hidden="true" />, onSelect: () => setDialog('removeTags') },
              { label: t('setExpiry'), icon: <IconCalendarTime aria-hidden="true" />, onSelect: () => setDialog('expiry') },
              {
                label: t('clearExpiry'),
                icon: <IconCalendarOff aria-hidden="true" />,
                onSelect: () => void apply({ action: 'clearExpiry' }),
              },
              { kind: 'separator' },
              { label: t('restore'), icon: <IconArchiveOff aria-hidden="true" />, onSelect: () => void apply({ action: 'restore' }) },
            ]}
          />
        </div>
      )}
      {(dialog === 'addTags' || dialog === 'removeTags') && (
        <TagsDialog
          action={dialog}
          count={count}
          onClose={() => setDialog(undefined)}
          onApply={(tags) => void apply({ action: dialog, tags })}
        />
      )}
      {dialog === 'expiry' && (
        <ExpiryDialog
          count={count}
          onClose={() => setDialog(undefined)}
          onApply={(expiresAt) => void apply({ action: 'setExpiry', expiresAt })}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => !open && setDialog(undefined)}
        title={t('deleteTitle', { count })}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        {...(count > 50 ? { typeWord: 'DELETE' } : {})}
        onConfirm={() => void apply({ action: 'delete' })}
      />
      {outcome && <ResultDialog outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </section>
  );
}
