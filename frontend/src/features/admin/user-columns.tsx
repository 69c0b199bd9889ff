import type { User } from '../../api/types';
import { Badge } from '../../components/badge/badge';
import type { Column } from '../../components/data-table/data-table';
import { formatDate, formatDateTime } from '../../lib/format/format';
import { t } from '../../messages/en/admin';
import type { AdminUser } from './admin.api';
import css from './admin.module.css';

export const isAdmin = (user: User): boolean => user.isAdmin || user.role === 'admin';

/** Email (with the name), role, joined: the columns of both tables. `ownId` marks the reader's own account. */
export const userColumns = (ownId: string | undefined): Column<AdminUser>[] => [
  {
    key: 'email',
    header: t('email'),
    primary: true,
    cell: (user) => (
      <span className={css.account}>
        <span className={css.address}>
          {user.email}
          {user.id === ownId && <Badge>{t('you')}</Badge>}
          {user.disabled ? (
            <Badge tone="danger">{t('disabledBadge')}</Badge>
          ) : (
            !user.emailVerified && <Badge tone="warning">{t('notVerified')}</Badge>
          )}
        </span>
        <span className={css.name}>
          {user.name}
          {user.disabledReason && ` · ${user.disabledReason}`}
        </span>
      </span>
    ),
  },
  {
    key: 'role',
    header: t('role'),
    width: '7rem',
    cell: (user) => (isAdmin(user) ? <Badge tone="accent">{t('roleAdmin')}</Badge> : t('roleUser')),
  },
  {
    key: 'joined',
    header: t('joined'),
    width: '9rem',
    cell: (user) => (
      <time dateTime={user.createdAt} title={formatDateTime(user.createdAt)}>
        {formatDate(user.createdAt)}
      </time>
    ),
  },
];
