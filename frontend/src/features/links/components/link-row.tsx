import { IconArrowsSplit2, IconChartBar, IconDots, IconExternalLink, IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Link } from '../../../api/types';
import { Badge } from '../../../components/badge/badge';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { CopyButton } from '../../../components/copy-button/copy-button';
import { DropdownMenu } from '../../../components/dropdown-menu/dropdown-menu';
import { IconButton } from '../../../components/icon-button/icon-button';
import { MiddleTruncate } from '../../../components/middle-truncate/middle-truncate';
import { RelativeTime } from '../../../components/relative-time/relative-time';
import { Sparkline } from '../../../components/sparkline/sparkline';
import { t } from '../../../messages/en/links';
import { t as bulk } from '../../../messages/en/links-bulk';
import css from '../links.module.css';

interface LinkRowProps {
  link: Link;
  chosen: boolean;
  onChoose: (id: string, on: boolean) => void;
  onEdit: (link: Link) => void;
  onDelete: (link: Link) => void;
}

/** Without its scheme: what people read and say. */
export const shown = (link: Link): string => link.shortUrl.replace(/^https?:\/\//, '');

/** Past its date, or all clicks it was made for have come. */
const isOver = (link: Link, now: number): boolean =>
  link.clicksLeft === 0 || (link.expiresAt !== null && Date.parse(link.expiresAt) <= now);

function Badges({ link }: { link: Link }) {
  const now = Date.now();
  return (
    <>
      {link.hasPassword && (
        <Badge tone="info" icon={<IconLock aria-hidden="true" />}>
          {t('protected')}
        </Badge>
      )}
      {isOver(link, now) && <Badge tone="danger">{t('expired')}</Badge>}
      {link.clicksLeft !== null && link.clicksLeft > 0 && <Badge>{t('clicksLeft', { count: link.clicksLeft })}</Badge>}
      {link.rules.length + link.variants.length > 0 && <Badge icon={<IconArrowsSplit2 aria-hidden="true" />}>{t('targeting')}</Badge>}
      {link.startsAt && Date.parse(link.startsAt) > now && <Badge tone="warning">{t('scheduled')}</Badge>}
      {link.state !== 'active' && <Badge tone={link.state === 'archived' ? 'neutral' : 'danger'}>{t(link.state)}</Badge>}
      {link.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </>
  );
}

/** One link: address, destination, badges, its clicks with their trend, and what can be done with it. */
export const LinkRow = memo(function LinkRow({ link, chosen, onChoose, onEdit, onDelete }: LinkRowProps) {
  const name = shown(link);
  return (
    <li className={css.row} data-chosen={chosen || undefined}>
      <div className={css.choose}>
        <Checkbox label={bulk('selectOne', { name })} hideLabel checked={chosen} onCheckedChange={(on) => onChoose(link.id, on)} />
      </div>
      <div className={css.rowMain}>
        <div className={css.rowTop}>
          <a className={css.shortUrl} href={link.shortUrl} target="_blank" rel="noreferrer">
            <MiddleTruncate text={name} />
          </a>
          <CopyButton value={link.shortUrl} label={t('copyLink')} />
        </div>
        {link.title && (
          <div className={css.linkTitle} title={link.title}>
            {link.title}
          </div>
        )}
        <div className={css.destination} title={link.originalUrl}>
          <MiddleTruncate text={link.originalUrl} />
        </div>
        <div className={css.meta}>
          <RelativeTime at={link.createdAt} />
          <Badges link={link} />
        </div>
      </div>
      <RouterLink className={css.figures} to={`/analytics/${link.id}`} aria-label={`${t('analytics')}: ${name}`}>
        <span className={css.trend}>
          {/* A flat line says nothing that '0 clicks' does not. */}
          {link.sparkline.some((clicks) => clicks > 0) && <Sparkline values={link.sparkline} width={88} height={28} label={t('trend')} />}
        </span>
        <span className={css.clicks}>{link.clicks === null ? t('clicksUnknown') : t('clicks', { count: link.clicks })}</span>
      </RouterLink>
      <div className={css.actions}>
        <IconButton label={`${t('edit')}: ${name}`} tooltip icon={<IconPencil aria-hidden="true" />} onClick={() => onEdit(link)} />
        <DropdownMenu
          label={t('actionsOf', { name })}
          trigger={<IconButton label={t('actionsOf', { name })} icon={<IconDots aria-hidden="true" />} />}
          entries={[
            { kind: 'href', label: t('openLink'), icon: <IconExternalLink aria-hidden="true" />, href: link.shortUrl },
            { kind: 'link', label: t('analytics'), icon: <IconChartBar aria-hidden="true" />, to: `/analytics/${link.id}` },
            { label: t('edit'), icon: <IconPencil aria-hidden="true" />, onSelect: () => onEdit(link) },
            { kind: 'separator' },
            { label: t('delete'), icon: <IconTrash aria-hidden="true" />, tone: 'danger', onSelect: () => onDelete(link) },
          ]}
        />
      </div>
    </li>
  );
});
