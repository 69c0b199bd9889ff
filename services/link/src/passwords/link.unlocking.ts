import type { Clock } from '@linqr/platform/clock';
import { AppError } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import { isHost } from '../domains/host.js';
import { linkGone, linkNotFound } from '../links/link.errors.js';
import { clicksLeft } from '../links/link.js';
import type { UnlockLinkInput } from '../links/link.schemas.js';
import type { Resolution, ResolutionRepository } from '../resolution/resolution.repository.js';
import { isSlug } from '../slugs/slug.js';
import type { PasswordHasher } from './password-hasher.js';
import { type UnlockThrottleRepository, unlockBucket } from './unlock-throttle.repository.js';

export interface Unlocked {
  linkId: string;
  originalUrl: string;
  passwordVersion: number;
}

/** Checks a link's password for somebody who need not be signed in. */
export class LinkUnlocking {
  constructor(
    private readonly resolutions: ResolutionRepository,
    private readonly throttle: UnlockThrottleRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  async unlock(input: UnlockLinkInput): Promise<Unlocked> {
    const found = await this.find(input);
    if (!found) throw linkNotFound();
    const { resolution, passwordHash } = found;
    const now = new Date(this.clock.now());
    checkOpen(resolution, now);
    if (passwordHash !== null) await this.checkPassword(resolution.id, passwordHash, input, now);
    return { linkId: resolution.id, originalUrl: resolution.originalUrl, passwordVersion: resolution.passwordVersion };
  }

  private find(input: UnlockLinkInput) {
    if (input.id) return isId('lnk', input.id) ? this.resolutions.byId(input.id) : undefined;
    return isSlug(input.slug) && isHost(input.domain) ? this.resolutions.byAddress(input.domain, input.slug) : undefined;
  }

  /** The guess is counted before it is checked, so that guesses sent at once are counted too. */
  private async checkPassword(linkId: string, passwordHash: string, input: UnlockLinkInput, now: Date): Promise<void> {
    const bucket = unlockBucket(linkId, passwordHash, input.clientAddress);
    const retryAfterSeconds = await this.throttle.countAttempt(bucket, now);
    if (retryAfterSeconds > 0)
      throw new AppError('RATE_LIMITED', 'Too many wrong passwords. Please try again later.', { retryAfterSeconds });
    if (!(await this.passwords.verify(passwordHash, input.password)))
      throw new AppError('LINK_PASSWORD_WRONG', 'That password is not right.', {
        details: [{ field: 'password', message: 'That password is not right.' }],
      });
    await this.throttle.forget(bucket);
  }
}

/** The states in which a visit is let through, and the times. A deleted link is as if it never was. */
function checkOpen(resolution: Resolution, now: Date): void {
  if (resolution.state === 'deleted') throw linkNotFound();
  if (resolution.state === 'disabled' || resolution.state === 'quarantined') throw linkGone();
  if (resolution.expiresAt && resolution.expiresAt <= now) throw linkGone();
  if (clicksLeft(resolution) === 0) throw linkGone();
  if (resolution.startsAt && resolution.startsAt > now) throw linkNotFound();
}
