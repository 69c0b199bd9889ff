import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import type { ErasedAccount } from './index.js';

/** The account of an account.changed.v1 record that says it was deleted; undefined for all others. Throws for what cannot be read. */
export function readDeletedAccount(value: Uint8Array): ErasedAccount | undefined {
  const { change, userId, workspaceId, emailSha256 } = AccountChanged.decode(value);
  if (change !== AccountChange.ACCOUNT_CHANGE_DELETED || userId === '' || workspaceId === '') return undefined;
  return { userId, workspaceId, emailSha256 };
}
