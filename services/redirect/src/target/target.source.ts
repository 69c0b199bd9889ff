// The services behind the edge, as the cache sees them: one question an address, one of four answers.
import { crc32 } from 'node:zlib';
import { AppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc-client';
import { type LinkServiceService, LinkState, type ResolvedLink } from '@linqr/proto/link/v1/link';
import { type QrServiceService, QrType, type ResolvedQrCode } from '@linqr/proto/qr/v1/qr';
import { CLICK_FIELD, numberField, SOURCE_LINK, SOURCE_QR, textField } from '../click/click.fields.js';
import { MAX_TARGET_FIELD_BYTES } from '../click/click.recorder.js';
import { needsCountry, packTargeting } from '../targeting/targeting.js';
import { freePasses } from './click.seats.js';
import { headerSafeDestination } from './destination.js';
import { CONTENT, type ContentType, KIND, STATE, type State, type Target } from './target.js';

export const SHARDS = 12;
/** How long a visitor waits for an unknown address. */
const TIMEOUT_MS = 2_000;
/** A code's readable content; a QR code itself holds at most 2,953 bytes. */
const MAX_CONTENT_BYTES = 8 * 1024;

export type TargetAddress = { domain: string; slug: string } | { qrId: string };

export type Answer = { found: Target } | 'missing' | 'unavailable';

export type AnswerToMany = { found: Target } | 'unchanged' | 'missing';

export interface KnownLink {
  domain: string;
  slug: string;
  /** Of the entry in the cache. */
  version: number;
}

/** What is in the cache and due to be asked for again. */
export type KnownAddress = KnownLink | { qrId: string; version: number };

/** Most addresses of one question. */
export const MAX_AT_ONCE = 500;
const MANY_TIMEOUT_MS = 5_000;

export class TargetSource {
  constructor(
    private readonly links: Pick<GrpcClient<typeof LinkServiceService>, 'resolveLink' | 'resolveLinks'>,
    private readonly codes: Pick<GrpcClient<typeof QrServiceService>, 'resolveQrCode' | 'resolveQrCodes'>,
    private readonly places: { ready(): Promise<void> },
  ) {}

  /** Never rejects: a part that fails in whatever way is `unavailable`, with the error for the logs. */
  async ask(address: TargetAddress, onFailure: (error: AppError) => void): Promise<Answer> {
    try {
      if ('qrId' in address) return { found: fromCode(await this.codes.resolveQrCode({ id: address.qrId }, { timeoutMs: TIMEOUT_MS })) };
      const link = await this.links.resolveLink(address, { timeoutMs: TIMEOUT_MS });
      if (needsCountry(link.rules)) await this.places.ready();
      return { found: fromLink(link) };
    } catch (error) {
      if (error instanceof AppError && (error.httpStatus === 404 || error.httpStatus === 400)) return 'missing';
      onFailure(error instanceof AppError ? error : new AppError('INTERNAL', 'The answer could not be read.', { cause: error }));
      return 'unavailable';
    }
  }

  /** One answer for each of up to MAX_AT_ONCE links or codes, in order; `unavailable` for all of them together. Never rejects. */
  async askMany(known: readonly KnownAddress[], onFailure: (error: AppError) => void): Promise<AnswerToMany[] | 'unavailable'> {
    try {
      const links = known.filter((address) => 'slug' in address);
      const codes = known.filter((address) => 'qrId' in address);
      const [ofLinks, ofCodes] = await Promise.all([this.askLinks(links), this.askCodes(codes)]);
      return known.map((address) => ('qrId' in address ? ofCodes.shift()! : ofLinks.shift()!));
    } catch (error) {
      onFailure(error instanceof AppError ? error : new AppError('INTERNAL', 'The answer could not be read.', { cause: error }));
      return 'unavailable';
    }
  }

  private async askLinks(links: KnownLink[]): Promise<AnswerToMany[]> {
    if (links.length === 0) return [];
    const { answers } = await this.links.resolveLinks({ addresses: links }, { timeoutMs: MANY_TIMEOUT_MS });
    if (answers.length !== links.length) throw new Error(`${answers.length} answers to ${links.length} questions`);
    if (answers.some(({ link }) => link && needsCountry(link.rules))) await this.places.ready();
    return answers.map(({ link, unchanged }) => (link ? { found: fromLink(link) } : unchanged ? 'unchanged' : 'missing'));
  }

  private async askCodes(codes: { qrId: string }[]): Promise<AnswerToMany[]> {
    if (codes.length === 0) return [];
    const { answers } = await this.codes.resolveQrCodes({ ids: codes.map(({ qrId }) => qrId) }, { timeoutMs: MANY_TIMEOUT_MS });
    if (answers.length !== codes.length) throw new Error(`${answers.length} answers to ${codes.length} questions`);
    return answers.map(({ qrCode }) => (qrCode ? { found: fromCode(qrCode) } : 'missing'));
  }
}

const LINK_STATES: Record<string, State> = {
  [LinkState.LINK_STATE_ACTIVE]: STATE.active,
  // Archived links are out of their owner's way, not out of the world.
  [LinkState.LINK_STATE_ARCHIVED]: STATE.active,
  [LinkState.LINK_STATE_DISABLED]: STATE.disabled,
  [LinkState.LINK_STATE_QUARANTINED]: STATE.quarantined,
  [LinkState.LINK_STATE_DELETED]: STATE.removed,
};

const shardOf = (id: string): number => crc32(id) % SHARDS;

function fromLink(link: ResolvedLink): Target {
  const destination = headerSafeDestination(link.originalUrl);
  const state = LINK_STATES[link.state] ?? STATE.broken;
  const { clicksLeft } = link;
  return {
    kind: KIND.link,
    state: state !== STATE.active ? state : destination === undefined ? STATE.broken : clicksLeft === 0 ? STATE.capped : state,
    content: CONTENT.none,
    version: link.version,
    expiresAtMs: link.expiresAtMs,
    startsAtMs: link.startsAtMs,
    hasPassword: link.hasPassword,
    passwordVersion: link.passwordVersion,
    forwardQuery: link.forwardQuery,
    redirectType: [301, 302, 307, 308].includes(link.redirectType) ? link.redirectType : 302,
    shard: shardOf(link.id),
    ...clickFields(
      [
        textField(CLICK_FIELD.workspaceId, link.workspaceId),
        textField(CLICK_FIELD.ownerId, link.ownerId),
        textField(CLICK_FIELD.domain, link.domain),
      ],
      [
        textField(CLICK_FIELD.linkId, link.id),
        numberField(CLICK_FIELD.linkVersion, link.version),
        ...(link.qrId === ''
          ? [numberField(CLICK_FIELD.source, SOURCE_LINK)]
          : // A code's short link: its visits are scans.
            [textField(CLICK_FIELD.qrId, link.qrId), numberField(CLICK_FIELD.source, SOURCE_QR)]),
        textField(CLICK_FIELD.slug, link.slug),
      ],
    ),
    destination: Buffer.from(destination ?? '', 'latin1'),
    targeting: packTargeting(link.rules, link.variants),
    freePasses: clicksLeft === undefined ? Number.POSITIVE_INFINITY : freePasses(clicksLeft),
    mayGoOn: link.mayGoOn,
  };
}

const QR_CONTENT: Record<string, ContentType> = {
  [QrType.QR_TYPE_URL]: CONTENT.none,
  [QrType.QR_TYPE_TEXT]: CONTENT.text,
  [QrType.QR_TYPE_EMAIL]: CONTENT.email,
  [QrType.QR_TYPE_PHONE]: CONTENT.phone,
  [QrType.QR_TYPE_SMS]: CONTENT.sms,
  [QrType.QR_TYPE_WIFI]: CONTENT.wifi,
};

function fromCode(code: ResolvedQrCode): Target {
  const content = QR_CONTENT[code.type];
  const url = content === CONTENT.none ? headerSafeDestination(code.content) : undefined;
  const shown =
    content === CONTENT.none ? Buffer.from(url ?? '', 'latin1') : Buffer.from(code.content, 'utf8').subarray(0, MAX_CONTENT_BYTES);
  const broken = content === undefined || shown.length === 0;
  return {
    kind: KIND.qr,
    state: code.blocked ? STATE.disabled : !code.active ? STATE.removed : broken ? STATE.broken : STATE.active,
    content: content ?? CONTENT.text,
    version: code.version,
    expiresAtMs: 0,
    startsAtMs: 0,
    hasPassword: false,
    passwordVersion: 0,
    forwardQuery: false,
    redirectType: 302,
    shard: shardOf(code.id),
    ...clickFields(
      [textField(CLICK_FIELD.workspaceId, code.workspaceId), textField(CLICK_FIELD.ownerId, code.ownerId)],
      [
        textField(CLICK_FIELD.qrId, code.id),
        numberField(CLICK_FIELD.linkVersion, code.version),
        numberField(CLICK_FIELD.source, SOURCE_QR),
      ],
    ),
    destination: shown,
    targeting: Buffer.alloc(0),
    freePasses: Number.POSITIVE_INFINITY,
    mayGoOn: false,
  };
}

function clickFields(owner: Buffer[], own: Buffer[]): { ownerFields: Buffer; ownFields: Buffer } {
  const fields = { ownerFields: Buffer.concat(owner), ownFields: Buffer.concat(own) };
  if (fields.ownerFields.length + fields.ownFields.length > MAX_TARGET_FIELD_BYTES) {
    throw new AppError('INTERNAL', 'The answer could not be read.', { internal: 'ids of a target are too long to be recorded' });
  }
  return fields;
}
