// The demo's links and codes, made through the services that own them.

import { type Actor, newContext, runInContext } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { QrServiceService, QrType } from '@linqr/proto/qr/v1/qr';
import { clientOf, type Running } from '../tools/running.js';
import type { DemoLink } from './click-maker.js';
import { linkIdea } from './link-ideas.js';
import { Progress } from './progress.js';
import { type DemoState, writeState } from './state.js';

/** One link in six has a code. */
const CODE_EVERY = 6;

/** Makes what is missing up to `count` links; each is remembered at once. */
export async function ensureLinks(running: Running, state: DemoState, actor: Actor, count: number): Promise<void> {
  const links = clientOf(running, 'link', LinkServiceService, ['createLink']);
  const missing = Math.max(0, count - state.links.length);
  if (missing === 0) return;
  const progress = new Progress('Links', count);
  try {
    for (let index = state.links.length; index < count; index++) {
      const { alias, ...idea } = linkIdea(index);
      const create = (customAlias: string | undefined) =>
        runInContext(newContext({ actor }), () =>
          links.createLink({
            ...idea,
            rules: [],
            variants: [],
            ...(customAlias ? { customAlias } : {}),
            idempotencyKey: `demo-${index}${customAlias ? '' : '-plain'}`,
          }),
        );
      const link = await create(alias).catch((error: unknown) => {
        // Somebody else's alias: any slug will do.
        if (alias && error instanceof AppError && error.code === 'LINK_ALIAS_TAKEN') return create(undefined);
        throw error;
      });
      const { id, domain, slug, version } = link;
      state.links.push({ id, domain, slug, version, workspaceId: actor.workspaceId, ownerId: actor.userId });
      writeState(running.data.path, state);
      progress.show(index + 1);
    }
  } finally {
    links.$close();
  }
}

/** A code for some of the links, leading through the link; says so where the service does not offer codes. */
export async function ensureCodes(running: Running, state: DemoState, actor: Actor): Promise<void> {
  const without = state.links.map((link, index) => ({ link, index })).filter(({ link, index }) => index % CODE_EVERY === 0 && !link.qrId);
  if (without.length === 0) return;
  if (running.file.missing.includes('qr')) {
    process.stdout.write('QR codes: left out, the qr service does not run.\n');
    return;
  }
  const codes = clientOf(running, 'qr', QrServiceService, ['createQrCode']);
  const progress = new Progress('QR codes', without.length);
  try {
    for (const [made, { link, index }] of without.entries()) {
      const request = {
        type: QrType.QR_TYPE_URL,
        content: shortUrl(running, link),
        name: linkIdea(index).title,
        idempotencyKey: `demo-${link.id}`,
      };
      link.qrId = (await runInContext(newContext({ actor }), () => codes.createQrCode(request))).id;
      writeState(running.data.path, state);
      progress.show(made + 1);
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.httpStatus !== 501) throw error;
    process.stdout.write(`QR codes: left out. ${error.message}\n`);
  } finally {
    codes.$close();
  }
}

function shortUrl(running: Running, link: DemoLink): string {
  return `${new URL(running.file.shortUrl).protocol}//${link.domain}/${link.slug}`;
}
