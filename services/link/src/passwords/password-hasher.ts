import { AppError } from '@linqr/platform/errors';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with OWASP's second recommendation: 19 MiB, 2 passes, 1 lane; about 20 ms of one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks link passwords, a few at a time, so that a flood of guesses cannot take the machine. */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency = 2,
    private readonly maxWaiting = 100,
  ) {}

  hash(password: string): Promise<string> {
    return this.bounded(() => hash(password, PARAMETERS));
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.bounded(() => verify(passwordHash, password));
  }

  private async bounded<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) {
      if (this.waiting.length >= this.maxWaiting)
        throw new AppError('PART_UNAVAILABLE', 'Too many passwords are being checked right now. Please try again shortly.', {
          retryAfterSeconds: 1,
        });
      // Whoever finishes hands the place on, so `running` stays as it is.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
