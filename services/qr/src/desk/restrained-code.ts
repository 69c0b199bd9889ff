// A code as admins see and restrain it. Pure.
import type { PublicQrCode } from '../codes/qr-code.js';

export interface RestrainedCode {
  code: PublicQrCode;
  /** Its destination is on a block list now. */
  listed: boolean;
  /** The owner's account is closed: none of its codes opens. */
  ownerSuspended: boolean;
}

export interface CodeSearch {
  page: number;
  limit: number;
  /** Part of what a search looks in, or a code's id. */
  text: string;
  state: 'any' | 'active' | 'archived' | 'disabled';
  workspaceId: string;
  /** Only these; empty: all. */
  ids: readonly string[];
}

/** The code taken down, or let go; the same object where it is so already. */
export function withDisabled(code: PublicQrCode, disabled: boolean, reason: string, nowMs: number): PublicQrCode {
  if ((code.disabledAt !== null) === disabled) return code;
  // Now, but never before the change that was last: two processes' clocks may differ.
  const now = new Date(Math.max(nowMs, code.updatedAt.getTime()));
  return {
    ...code,
    disabledAt: disabled ? now : null,
    disabledReason: disabled ? reason : '',
    version: code.version + 1,
    updatedAt: now,
  };
}

/** `/qr/{id}` of a code's own address, or the bare id; undefined for any other text. */
export function codeIdIn(text: string): string | undefined {
  return /(?:^|\/qr\/)(qr_[0-9a-z]{26})(?:[/?#]|$)/.exec(text.trim())?.[1];
}
