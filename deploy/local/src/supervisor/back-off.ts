// How long to wait before a crashed process is started again.

export interface BackOffOptions {
  firstMs: number;
  mostMs: number;
  /** A process that ran this long starts from the first wait again. */
  steadyMs: number;
}

export const DEFAULT_BACK_OFF: BackOffOptions = { firstMs: 500, mostMs: 30_000, steadyMs: 60_000 };

export class BackOff {
  private crashes = 0;

  constructor(private readonly options: BackOffOptions = DEFAULT_BACK_OFF) {}

  /** Crashes in a row, without a steady run between them. */
  get inARow(): number {
    return this.crashes;
  }

  /** Milliseconds to wait after a crash of a process that had run for `ranMs`. */
  next(ranMs: number): number {
    if (ranMs >= this.options.steadyMs) this.crashes = 0;
    const wait = Math.min(this.options.mostMs, this.options.firstMs * 2 ** Math.min(this.crashes, 20));
    this.crashes++;
    return wait;
  }
}
