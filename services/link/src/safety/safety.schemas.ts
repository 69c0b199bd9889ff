import { LinkState } from '@linqr/proto/link/v1/link';
import { z } from 'zod';
import type { SettableState } from '../link-states/link-state.js';
import type { LinkSearch } from '../link-states/link-state.repository.js';
import { plainText } from '../plain-text.js';
import { pageFields } from '../reports/report.schemas.js';

export const checkDestinationsSchema = z.object({ urls: z.array(z.string()).min(1).max(100, 'At most 100 addresses at a time.') });

const SEARCHED: Partial<Record<LinkState, LinkSearch['state']>> = {
  [LinkState.LINK_STATE_UNSPECIFIED]: 'any',
  [LinkState.LINK_STATE_ACTIVE]: 'active',
  [LinkState.LINK_STATE_ARCHIVED]: 'archived',
  [LinkState.LINK_STATE_DISABLED]: 'disabled',
  [LinkState.LINK_STATE_QUARANTINED]: 'quarantined',
};
const SETTABLE: Partial<Record<LinkState, SettableState>> = {
  [LinkState.LINK_STATE_ACTIVE]: 'active',
  [LinkState.LINK_STATE_DISABLED]: 'disabled',
  [LinkState.LINK_STATE_QUARANTINED]: 'quarantined',
};

function oneOf<T>(known: Partial<Record<LinkState, T>>, message: string) {
  return z.enum(LinkState).transform((state, context): T => {
    const found = known[state];
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

export const findLinksSchema = z.object({
  ...pageFields,
  search: plainText('search', 2_048),
  state: oneOf(SEARCHED, 'The state must be active, archived, disabled or quarantined.'),
  workspaceId: z.string().max(100),
});

export const setLinkStateSchema = z
  .object({
    id: z.string().max(100),
    state: oneOf(SETTABLE, 'The state must be active, disabled or quarantined.'),
    reason: plainText('reason', 500),
  })
  .refine(({ state, reason }) => state === 'active' || reason !== '', { path: ['reason'], message: 'Please say why.' });

export const countWorkspaceLinksSchema = z.object({ workspaceIds: z.array(z.string().max(100)).max(200) });

const MAX_WINDOW_MS = 400 * 86_400_000;
const moment = z
  .string({ error: 'from and to are required' })
  .transform((text) => new Date(text))
  .refine((date) => Number.isFinite(date.getTime()) && date.getTime() > 0, 'That is not a date.');

export const figuresSchema = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= MAX_WINDOW_MS, 'from must be before to, by 400 days at most.');

export const pageSchema = z.object(pageFields);
