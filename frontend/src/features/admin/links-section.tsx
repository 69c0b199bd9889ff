import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
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
import { type AdminLink, type LinkQuery, useAdminLinksQuery, useSetLinkStateMutation } from './admin.api';
import css from './admin.module.css';
import { ChangeDialog } from './change-dialog';
import { LinkStateBadge } from './link-state-badge';
import { SectionList } from './section-list';
import { useSectionList } from './use-section-list';

const STATES = ['all', 'active', 'archived', 'disabled', 'quarantined'] as const satisfies readonly LinkQuery['state'][];
const stateOptions = [
  { value: 'all', label: t('stateAll') },
  { value: 'active', label: t('stateActive') },
  { value: 'archived', label: t('stateArchived') },
  { value: 'disabled', label: t('stateDisabled') },
  { value: 'quarantined', label: t('stateQuarantined') },
];

const columnsFor = (onChange: (link: AdminLink) => void): Column<AdminLink>[] => [
  {
    key: 'link',
    header: t('link'),
    primary: true,
    cell: (link) => (
      <span className={css.account}>
        <span>{link.shortUrl.replace(/^https?:\/\//, '')}</span>
        <span className={css.name} title={link.originalUrl}>
          <MiddleTruncate text={link.originalUrl} />
        </span>
      </span>
    ),
  },
  { key: 'owner', header: t('owner'), cell: (link) => <span className={css.account}>{link.ownerEmail ?? t('reportOwnerGone')}</span> },
  { key: 'state', header: t('state'), width: '10rem', cell: (link) => <LinkStateBadge link={link} /> },
  { key: 'created', header: t('created'), width: '10rem', cell: (link) => <RelativeTime at={link.createdAt} /> },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    align: 'end',
    width: '6rem',
    cell: (link) => (
      <Button size="sm" className={css.action} aria-label={t('changeOf', { shortUrl: link.shortUrl })} onClick={() => onChange(link)}>
        {t('change')}
      </Button>
    ),
  },
];

type NewState = 'active' | 'disabled' | 'quarantined';

function StateDialog({ link, onClose }: { link: AdminLink; onClose: () => void }) {
  const [save, { isLoading, error }] = useSetLinkStateMutation();
  const current = link.state === 'archived' ? 'active' : link.state;
  const choices = stateOptions.filter(({ value }) => ['active', 'disabled', 'quarantined'].includes(value) && value !== current);
  const form = useForm({
    initial: { state: choices.find(({ value }) => value === 'disabled')?.value ?? 'active', reason: '' },
    validate: (v) => (v.state !== 'active' && !v.reason.trim() ? { reason: t('reasonRequired') } : {}),
    onSubmit: async (v) => {
      await save({ id: link.id, state: v.state as NewState, reason: v.reason.trim() }).unwrap();
      toast.success(t('stateSaved'));
      onClose();
    },
    onFailure: () => toast.error(t('stateFailed')),
  });
  return (
    <ChangeDialog
      title={t('stateTitle', { shortUrl: link.shortUrl.replace(/^https?:\/\//, '') })}
      description={t('stateText')}
      action={t('stateSave')}
      isDanger={form.values.state !== 'active'}
      isSaving={isLoading}
      error={error}
      onApply={() => void form.submit()}
      onClose={onClose}
    >
      <form {...form.formProps} className={css.report}>
        <Select label={t('stateNew')} options={choices} {...form.field('state')} />
        <TextArea label={t('reason')} hint={t('reasonHint')} maxLength={500} {...form.field('reason')} />
      </form>
    </ChangeDialog>
  );
}

/** Any link of anybody, to be found and taken down. */
export function LinksSection() {
  const list = useSectionList('links');
  const search = list.text('search');
  const state = list.oneOf<LinkQuery['state']>('state', STATES);
  const [typed, setTyped] = useSearchText(search, (text) => list.change({ search: text.slice(0, 2_000) }));
  const query = { page: list.page, limit: 10, search, state };
  const { data, error, isFetching, refetch } = useAdminLinksQuery(query, { refetchOnMountOrArgChange: true });
  const [changed, setChanged] = useState<AdminLink>();
  return (
    <Card title={t('contentLinksTitle')} description={t('contentLinksText')} padding="none">
      <div className={css.filters}>
        <SearchField label={t('contentSearch')} value={typed} onChange={setTyped} className={css.search} />
        <Select
          label={t('contentState')}
          hideLabel
          value={state}
          options={stateOptions}
          onChange={(event) => list.change({ state: event.target.value === 'all' ? '' : event.target.value })}
        />
      </div>
      <SectionList
        caption={t('linksCaption')}
        columns={columnsFor(setChanged)}
        rows={data?.links}
        rowKey={({ id }) => id}
        loading={isFetching}
        error={error}
        errorTitle={t('linksLoadFailed')}
        onRetry={refetch}
        empty={<EmptyState icon={<IconLink />} title={t('linksNone')} text={t('linksNoneText')} level={3} />}
        pagination={data?.pagination}
        onPage={list.setPage}
      />
      {changed && <StateDialog link={changed} onClose={() => setChanged(undefined)} />}
    </Card>
  );
}
