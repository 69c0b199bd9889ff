import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import type { Column } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { TextArea } from '../../components/field/text-field';
import { MiddleTruncate } from '../../components/middle-truncate/middle-truncate';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { SearchField } from '../../components/search-field/search-field';
import { Select } from '../../components/select/select';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { useSearchText } from '../../lib/use-search-text';
import { t } from '../../messages/en/admin';
import { type AdminCode, type CodeQuery, useAdminCodesQuery, useSetCodeStateMutation } from './admin.api';
import css from './admin.module.css';
import { ChangeDialog } from './change-dialog';
import { LinkStateBadge } from './link-state-badge';
import { SectionList } from './section-list';
import { useSectionList } from './use-section-list';

const STATES = ['all', 'active', 'archived', 'disabled'] as const satisfies readonly CodeQuery['state'][];
const stateOptions = [
  { value: 'all', label: t('stateAll') },
  { value: 'active', label: t('stateActive') },
  { value: 'archived', label: t('stateArchived') },
  { value: 'disabled', label: t('stateDisabled') },
];

const nameOf = (code: AdminCode) => code.title || code.id;

const columnsFor = (onChange: (code: AdminCode) => void): Column<AdminCode>[] => [
  {
    key: 'code',
    header: t('code'),
    primary: true,
    cell: (code) => (
      <span className={css.account}>
        <span>{nameOf(code)}</span>
        <span className={css.name} title={code.content}>
          <MiddleTruncate text={code.content} />
        </span>
      </span>
    ),
  },
  { key: 'owner', header: t('owner'), cell: (code) => <span className={css.account}>{code.ownerEmail ?? t('reportOwnerGone')}</span> },
  {
    key: 'state',
    header: t('state'),
    width: '10rem',
    cell: (code) => (
      <>
        <LinkStateBadge link={code} />
        {code.listed && <Badge tone="warning">{t('codeListed')}</Badge>}
      </>
    ),
  },
  { key: 'created', header: t('created'), width: '10rem', cell: (code) => <RelativeTime at={code.createdAt} /> },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    align: 'end',
    width: '6rem',
    cell: (code) => (
      <Button size="sm" className={css.action} aria-label={t('codeChangeOf', { name: nameOf(code) })} onClick={() => onChange(code)}>
        {t(code.state === 'disabled' ? 'enable' : 'disable')}
      </Button>
    ),
  },
];

function CodeDialog({ code, onClose }: { code: AdminCode; onClose: () => void }) {
  const [save, { isLoading, error }] = useSetCodeStateMutation();
  const takesDown = code.state !== 'disabled';
  const form = useForm({
    initial: { reason: '' },
    validate: (v) => (takesDown && !v.reason.trim() ? { reason: t('reasonRequired') } : {}),
    onSubmit: async (v) => {
      await save({ id: code.id, state: takesDown ? 'disabled' : 'active', reason: v.reason.trim() }).unwrap();
      toast.success(t('codeSaved'));
      onClose();
    },
    onFailure: () => toast.error(t('codeFailed')),
  });
  return (
    <ChangeDialog
      title={t(takesDown ? 'codeDownTitle' : 'codeUpTitle', { name: nameOf(code) })}
      description={takesDown ? t('codeDownText') : t('stateText')}
      action={t(takesDown ? 'disable' : 'enable')}
      isDanger={takesDown}
      isSaving={isLoading}
      error={error}
      onApply={() => void form.submit()}
      onClose={onClose}
    >
      <form {...form.formProps} className={css.report}>
        <TextArea label={t('reason')} hint={t('reasonHint')} maxLength={500} {...form.field('reason')} />
      </form>
    </ChangeDialog>
  );
}

/** Any QR code of anybody, to be found and taken down. */
export function CodesSection() {
  const list = useSectionList('codes');
  const search = list.text('search');
  const state = list.oneOf<CodeQuery['state']>('state', STATES);
  const [typed, setTyped] = useSearchText(search, (text) => list.change({ search: text.slice(0, 2_000) }));
  const query = { page: list.page, limit: 10, search, state };
  const { data, error, isFetching, refetch } = useAdminCodesQuery(query, { refetchOnMountOrArgChange: true });
  const [changed, setChanged] = useState<AdminCode>();
  return (
    <Card title={t('contentCodesTitle')} description={t('contentCodesText')} padding="none">
      <div className={css.filters}>
        <SearchField label={t('codesSearch')} value={typed} onChange={setTyped} hotkey={false} className={css.search} />
        <Select
          label={t('codesState')}
          hideLabel
          value={state}
          options={stateOptions}
          onChange={(event) => list.change({ state: event.target.value === 'all' ? '' : event.target.value })}
        />
      </div>
      <SectionList
        caption={t('codesCaption')}
        columns={columnsFor(setChanged)}
        rows={data?.qrCodes}
        rowKey={({ id }) => id}
        loading={isFetching}
        error={error}
        errorTitle={t('codesLoadFailed')}
        onRetry={refetch}
        empty={<EmptyState icon={<IconQrcode />} title={t('codesNone')} text={t('codesNoneText')} level={3} />}
        pagination={data?.pagination}
        onPage={list.setPage}
      />
      {changed && <CodeDialog code={changed} onClose={() => setChanged(undefined)} />}
    </Card>
  );
}
