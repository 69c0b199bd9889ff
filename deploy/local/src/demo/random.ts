// Repeatable chance: the same seed gives the same demo.

export class Random {
  private state: number;

  constructor(seed: string) {
    // FNV-1a, so that neighbouring seeds start far apart.
    let hash = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
    this.state = hash >>> 0;
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** Around 1, now and then far from it: the exponential of a normal number with this deviation. */
  wobble(deviation: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.exp(normal * deviation);
  }
}

/** Draws in proportion to weights. */
export class Draw<T> {
  private readonly upTo: number[] = [];
  private readonly total: number;

  constructor(
    private readonly values: readonly T[],
    weights: readonly number[],
  ) {
    let sum = 0;
    for (const weight of weights) {
      sum += weight;
      this.upTo.push(sum);
    }
    this.total = sum;
  }

  static of<T>(pairs: readonly (readonly [T, number])[]): Draw<T> {
    return new Draw(
      pairs.map(([value]) => value),
      pairs.map(([, weight]) => weight),
    );
  }

  from(random: Random): T {
    const at = random.next() * this.total;
    let low = 0;
    let high = this.upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.upTo[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return this.values[low]!;
  }
}
