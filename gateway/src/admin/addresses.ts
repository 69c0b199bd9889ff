import { AppError, toAppError } from '@linqr/platform/errors';
import type { Services } from '../clients.js';
import type { Addresses } from './admin.presenter.js';

/** Addresses of accounts, at most 200; none where auth does not answer, because a queue without names is better than none. */
export async function addressesOf(services: Services, ids: Iterable<string>): Promise<Addresses> {
  const wanted = [...new Set(ids)].filter(Boolean).slice(0, 200);
  if (wanted.length === 0) return new Map();
  const found = await orNothing(services.desk.accounts.describeUsers({ ids: wanted }));
  return new Map(found?.users.map(({ id, email }) => [id, email]));
}

/** USER_NOT_FOUND for nobody's id. */
export async function workspaceOf(services: Services, userId: string): Promise<string> {
  const [user] = (await services.desk.accounts.describeUsers({ ids: [userId] })).users;
  if (!user) throw new AppError('USER_NOT_FOUND', 'User not found');
  return user.workspaceId;
}

/** What another part would add to an answer; undefined while that part is away. Any other failure is one of this call. */
export async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    const { code } = toAppError(error);
    if (code === 'PART_UNAVAILABLE' || code === 'DEADLINE_EXCEEDED') return undefined;
    throw error;
  }
}
