import { currentContext } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { hash, verify } from '@node-rs/argon2';
import { newSecretToken } from '../secrets/secret-token.js';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT_PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

export interface HashingBounds {
  /** Hashes computed at a time. */
  concurrency: number;
  /** Calls that may wait for their turn. */
  queue: number;
}

/** Argon2id with bounded memory and a bounded queue: a flood of sign-ins is refused early instead of starving everything. */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly nobodysHash: Promise<string>;

  constructor(private readonly bounds: HashingBounds) {
    this.nobodysHash = hash(newSecretToken(), PARAMETERS);
  }

  /** Calls waiting now. */
  get queued(): number {
    return this.waiting.length;
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalise(password), PARAMETERS));
  }

  /** Without a stored hash it takes as long and answers false: nobody can tell by the time whether an account exists. */
  async verify(storedHash: string | null | undefined, password: string): Promise<boolean> {
    const expected = storedHash ?? (await this.nobodysHash);
    const matches = await this.inTurn(() => verify(expected, normalise(password)));
    return matches && typeof storedHash === 'string';
  }

  /** True where a hash was made with older parameters: make it anew while the password is at hand. */
  needsRehash(storedHash: string): boolean {
    return !storedHash.startsWith(CURRENT_PREFIX);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.bounds.concurrency) {
      if (this.waiting.length >= this.bounds.queue) throw busy('the hashing queue is full');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      const deadlineMs = currentContext()?.deadlineMs;
      if (deadlineMs !== undefined && Date.now() >= deadlineMs) throw busy('the caller gave up while waiting to hash');
      return await work();
    } finally {
      // The turn is handed on as it is, or given back.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** The same characters from every keyboard and system give the same bytes. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

function busy(internal: string): AppError {
  return new AppError('RATE_LIMITED', 'Too many people are signing in right now. Please try again in a moment.', {
    internal,
    retryAfterSeconds: 2,
  });
}
