import { BulkAction } from '@linqr/proto/link/v1/bulk';
import { z } from 'zod';
import { hostSchema, listLinksSchema, updateLinkSchema } from '../links/link.schemas.js';

export const MAX_BULK_IDS = 500;

const tags = updateLinkSchema.shape.tags.unwrap();

export const changeLinksSchema = z
  .object({
    action: z
      .enum(BulkAction, 'The action is not one that can be done to many links.')
      .exclude(['UNRECOGNIZED', 'BULK_ACTION_UNSPECIFIED'], 'Please say what should be done.'),
    ids: z
      .array(z.string().max(100))
      .min(1, 'Please choose at least one link.')
      .max(MAX_BULK_IDS, `At most ${MAX_BULK_IDS} links can be changed in one call.`)
      .transform((ids) => [...new Set(ids)]),
    tags: z.array(z.string()),
    expiresAt: updateLinkSchema.shape.expiresAt,
  })
  .transform(({ tags: typed, ...input }, context) => {
    const parsed = tags.safeParse({ values: typed });
    for (const issue of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', path: ['tags'], message: issue.message });
    const values = parsed.data ?? [];
    const needsTags = input.action === BulkAction.BULK_ACTION_ADD_TAGS || input.action === BulkAction.BULK_ACTION_REMOVE_TAGS;
    if (needsTags && values.length === 0 && parsed.success)
      context.addIssue({ code: 'custom', path: ['tags'], message: 'Please name at least one tag.' });
    if (input.action === BulkAction.BULK_ACTION_SET_EXPIRY && !input.expiresAt)
      context.addIssue({ code: 'custom', path: ['expiresAt'], message: 'Please enter a date and time.' });
    return { ...input, tags: values };
  });
export type ChangeLinksInput = z.output<typeof changeLinksSchema>;

export const listLinkIdsSchema = z.object({
  search: listLinksSchema.shape.search,
  filter: listLinksSchema.shape.filter,
  tag: listLinksSchema.shape.tag,
  domain: hostSchema,
});
