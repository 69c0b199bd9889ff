import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconClipboard,
  IconDots,
  IconDownload,
  IconLink,
  IconPalette,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import type { QrCode } from '../../../api/types';
import { Badge } from '../../../components/badge/badge';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { copyText } from '../../../components/copy-button/copy-text';
import { DropdownMenu } from '../../../components/dropdown-menu/dropdown-menu';
import { IconButton } from '../../../components/icon-button/icon-button';
import { MiddleTruncate } from '../../../components/middle-truncate/middle-truncate';
import { RelativeTime } from '../../../components/relative-time/relative-time';
import { qrImage } from '../../../lib/qr/draw-qr';
import { t } from '../../../messages/en/qr';
import { t as bulk } from '../../../messages/en/qr-bulk';
import css from '../qr.module.css';
import { contentOf, publicUrl, shownContent, titleOf, typeName } from '../qr-text';
import { useQrDownload } from '../use-qr-download';

interface QrRowProps {
  code: QrCode;
  /** While codes are being chosen; undefined: they are not. */
  picked?: boolean;
  onPick: (id: string) => void;
  onEdit: (code: QrCode) => void;
  onDelete: (code: QrCode) => void;
  onArchive: (code: QrCode) => void;
}

/** One code: its picture, what it says, its scans, and what can be done with it. */
export function QrRow({ code, picked, onPick, onEdit, onDelete, onArchive }: QrRowProps) {
  const navigate = useNavigate();
  const { download, busy } = useQrDownload();
  const name = titleOf(code);
  const on = (action: string) => t('actionOn', { action, name });
  const scans = code.analytics.totalScans;
  return (
    <li
      className={css.row}
      data-archived={code.archived || undefined}
      data-picking={picked === undefined ? undefined : ''}
      data-picked={picked || undefined}
    >
      {picked !== undefined && (
        <div className={css.pick}>
          <Checkbox label={bulk('selectCode', { name })} hideLabel checked={picked} onCheckedChange={() => onPick(code.id)} />
        </div>
      )}
      <Link className={css.picture} to={`/qr-customize/${code.id}`} aria-label={on(t('customize'))}>
        <img src={qrImage(code.qrCode)} alt={t('imageOf', { name })} width={80} height={80} loading="lazy" />
        <span className={css.scanMe}>{t('scanMe')}</span>
      </Link>
      <div className={css.rowMain}>
        <div className={css.rowTitle}>
          <h2 className={css.name} title={name}>
            {name}
          </h2>
          <Badge tone="accent">{typeName(code.type)}</Badge>
          {code.disabled && <Badge tone="danger">{t('disabled')}</Badge>}
          {code.archived && <Badge>{t('archived')}</Badge>}
        </div>
        <div className={css.content}>
          <MiddleTruncate text={shownContent(code)} />
        </div>
        <div className={css.meta}>
          <Link className={css.scans} to={`/qr-analytics/${code.id}`}>
            {scans === null ? t('scansUnknown') : t('scans', { count: scans })}
          </Link>
          <span aria-hidden="true">·</span>
          {Number.isNaN(Date.parse(code.createdAt)) ? <span>{t('unknownDate')}</span> : <RelativeTime at={code.createdAt} />}
          {code.shortUrl && (
            <>
              <span aria-hidden="true">·</span>
              <a className={css.short} href={code.shortUrl} target="_blank" rel="noreferrer">
                {code.shortUrl.replace(/^https?:\/\//, '')}
              </a>
            </>
          )}
        </div>
      </div>
      <div className={css.actions}>
        <IconButton
          label={on(t('download'))}
          icon={<IconDownload aria-hidden="true" />}
          disabled={busy}
          onClick={() => void download(code)}
        />
        <IconButton
          label={on(t('analytics'))}
          icon={<IconChartBar aria-hidden="true" />}
          onClick={() => navigate(`/qr-analytics/${code.id}`)}
        />
        <IconButton label={on(t('edit'))} icon={<IconPencil aria-hidden="true" />} onClick={() => onEdit(code)} />
        <IconButton
          className={css.wideOnly}
          label={on(t('customize'))}
          icon={<IconPalette aria-hidden="true" />}
          onClick={() => navigate(`/qr-customize/${code.id}`)}
        />
        <DropdownMenu
          label={t('actionsOf', { name })}
          trigger={<IconButton label={t('actionsOf', { name })} icon={<IconDots aria-hidden="true" />} />}
          entries={[
            {
              label: t('copyContent'),
              icon: <IconClipboard aria-hidden="true" />,
              onSelect: () => void copyText(contentOf(code), t('contentCopied')),
            },
            {
              label: t('copyUrl'),
              icon: <IconLink aria-hidden="true" />,
              onSelect: () => void copyText(publicUrl(code.id), t('urlCopied')),
            },
            code.shortUrl !== null && {
              label: t('copyShort'),
              icon: <IconLink aria-hidden="true" />,
              onSelect: () => void copyText(code.shortUrl ?? ''),
            },
            { kind: 'link', label: t('customize'), icon: <IconPalette aria-hidden="true" />, to: `/qr-customize/${code.id}` },
            {
              label: code.archived ? t('restore') : t('archive'),
              icon: code.archived ? <IconArchiveOff aria-hidden="true" /> : <IconArchive aria-hidden="true" />,
              onSelect: () => onArchive(code),
            },
            { kind: 'separator' },
            { label: t('delete'), icon: <IconTrash aria-hidden="true" />, tone: 'danger', onSelect: () => onDelete(code) },
          ]}
        />
      </div>
    </li>
  );
}
