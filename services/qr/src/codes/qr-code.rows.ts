import { DEFAULT_DESIGN, type QrDesign, type QrType } from '@linqr/qr-render';
import type { PublicQrCode, QrCode } from './qr-code.js';

/** The columns every reading of a code needs. */
export const QR_COLUMNS = `id, workspace_id, owner_id, type, title, description, content, payload, design, size, short_url, short_id,
  short_link_id, encodes_short_url, version, archived_at, disabled_at, disabled_reason, deleted_at, created_at, updated_at`;

/** One code whole. */
export const WHOLE_COLUMNS = `${QR_COLUMNS}, image, thumbnail, logo`;
/** A row of a list: without the logo, which is large, and with a small image. */
export const LIST_COLUMNS = `${QR_COLUMNS}, coalesce(thumbnail, image) as image`;

/** A row of a list whose images nobody will look at. */
export const BARE_COLUMNS = `${QR_COLUMNS}, ''::bytea as image`;

export interface QrRow {
  id: string;
  workspace_id: string;
  owner_id: string;
  type: QrType;
  title: string;
  description: string;
  content: string;
  payload: string;
  design: Omit<QrDesign, 'logo'>;
  logo?: Buffer | null;
  size: number;
  image: Buffer;
  thumbnail?: Buffer | null;
  short_url: string;
  short_id: string;
  short_link_id: string;
  encodes_short_url: boolean;
  version: number;
  archived_at: Date | null;
  disabled_at: Date | null;
  disabled_reason: string;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const PNG_URL = 'data:image/png;base64,';

export function qrCodeOf(row: QrRow): QrCode {
  return {
    ...publicOf(row),
    // A field that a design of an older version lacks has its default.
    design: { ...DEFAULT_DESIGN, ...row.design, logo: logoUrl(row.logo) },
    image: row.image,
    thumbnail: row.thumbnail ?? null,
  };
}

export function publicOf(row: Omit<QrRow, 'image' | 'design' | 'logo' | 'thumbnail'>): PublicQrCode {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    ownerId: row.owner_id,
    type: row.type,
    title: row.title,
    description: row.description,
    content: row.content,
    payload: row.payload,
    size: row.size,
    shortUrl: row.short_url,
    shortId: row.short_id,
    shortLinkId: row.short_link_id,
    encodesShortUrl: row.encodes_short_url,
    version: row.version,
    archivedAt: row.archived_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function logoUrl(logo: Buffer | null | undefined): string | null {
  return logo ? PNG_URL + logo.toString('base64') : null;
}

/** The design as two columns. */
export function designColumns({ logo, ...design }: QrDesign): { design: string; logo: Buffer | null } {
  return { design: JSON.stringify(design), logo: logo === null ? null : Buffer.from(logo.slice(PNG_URL.length), 'base64') };
}
