import type { QrDesign, QrType, StyledSize } from '@linqr/qr-render';

export type QrChangeKind = 'created' | 'updated' | 'deleted' | 'state_changed';

export interface QrCode {
  id: string;
  workspaceId: string;
  /** The user who created it. */
  ownerId: string;
  type: QrType;
  title: string;
  description: string;
  /** As its person wrote it; for url the normalised destination. */
  content: string;
  /** What the image encodes. */
  payload: string;
  design: QrDesign;
  /** Pixels of the image's side. */
  size: number;
  /** PNG. In lists the thumbnail, where there is one. */
  image: Uint8Array;
  /** A smaller PNG for lists; null where the image itself is small enough. */
  thumbnail: Uint8Array | null;
  shortUrl: string;
  shortId: string;
  /** The link behind shortUrl; empty: none. */
  shortLinkId: string;
  /** The image encodes shortUrl instead of the code's own address. */
  encodesShortUrl: boolean;
  version: number;
  archivedAt: Date | null;
  /** An admin took it down: it opens nothing, whatever its owner does to it. */
  disabledAt: Date | null;
  disabledReason: string;
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What a code's public address needs to know. */
export type PublicQrCode = Omit<QrCode, 'image' | 'thumbnail' | 'design'>;

export function styledSizeOf({ design, size }: QrCode): StyledSize {
  return { design, size };
}

/** Lower-cased; what a search looks in. */
export function searchText({ title, content, description }: QrCode): string {
  return [title, content, description].join('\n').toLowerCase();
}

/** What a version keeps. */
export function snapshotOf(code: PublicQrCode): Record<string, unknown> {
  const { type, title, description, content, payload, shortUrl, archivedAt, disabledAt, deletedAt } = code;
  return { type, title, description, content, payload, shortUrl, archivedAt, disabledAt, deletedAt };
}
