import { IconMail } from '@tabler/icons-react';
import { messageOf } from '../../api/api-error';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import type { Column } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { Select } from '../../components/select/select';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/admin';
import { type ContactMessage, useMessagesQuery, useSetMessageStateMutation } from './admin.api';
import css from './admin.module.css';
import { SectionList } from './section-list';
import { useSectionList } from './use-section-list';

const STATES = ['open', 'done'] as const;
const options = [
  { value: 'open', label: t('messagesOpen') },
  { value: 'done', label: t('messagesDone') },
];

const columnsFor = (onMark: (message: ContactMessage) => void): Column<ContactMessage>[] => [
  {
    key: 'message',
    header: t('message'),
    primary: true,
    cell: (message) => (
      <span className={css.account}>
        <span className={css.address}>
          {message.subject}
          <Badge>{message.type}</Badge>
        </span>
        <span className={css.text}>{message.message}</span>
      </span>
    ),
  },
  {
    key: 'from',
    header: t('from'),
    width: '14rem',
    cell: (message) => (
      <span className={css.account}>
        {message.name}
        <a
          className={css.name}
          href={`mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`}
        >
          {message.email}
        </a>
      </span>
    ),
  },
  { key: 'received', header: t('received'), width: '10rem', cell: (message) => <RelativeTime at={message.createdAt} /> },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    align: 'end',
    width: '9rem',
    cell: (message) => (
      <Button
        size="sm"
        className={css.action}
        aria-label={t(message.state === 'open' ? 'markDoneOf' : 'markOpenOf', { subject: message.subject })}
        onClick={() => onMark(message)}
      >
        {t(message.state === 'open' ? 'markDone' : 'markOpen')}
      </Button>
    ),
  },
];

/** What people wrote through the contact form. */
export function MessagesSection() {
  const list = useSectionList('messages');
  const state = list.oneOf('state', STATES);
  const { data, error, isFetching, refetch } = useMessagesQuery({ page: list.page, limit: 10, state }, { refetchOnMountOrArgChange: true });
  const [mark] = useSetMessageStateMutation();
  async function toggle(message: ContactMessage) {
    try {
      await mark({ id: message.id, state: message.state === 'open' ? 'done' : 'open' }).unwrap();
    } catch (refusal) {
      toast.error(messageOf(refusal, t('messageFailed')));
    }
  }
  return (
    <Card
      title={t('messagesTitle')}
      description={t('messagesText')}
      padding="none"
      actions={
        <Select
          label={t('messagesShow')}
          hideLabel
          value={state}
          options={options}
          onChange={(event) => list.change({ state: event.target.value === 'open' ? '' : event.target.value })}
        />
      }
    >
      <SectionList
        caption={t('messagesCaption')}
        columns={columnsFor((message) => void toggle(message))}
        rows={data?.messages}
        rowKey={({ id }) => id}
        loading={isFetching}
        error={error}
        errorTitle={t('messagesLoadFailed')}
        onRetry={refetch}
        empty={<EmptyState icon={<IconMail />} title={t('messagesNone')} text={t('messagesNoneText')} level={3} />}
        pagination={data?.pagination}
        onPage={list.setPage}
      />
    </Card>
  );
}
