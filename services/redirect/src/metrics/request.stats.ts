// Plain numbers the hot path counts with; edge.metrics.ts shows them to Prometheus when it asks.

/** Upper bounds in seconds. */
export const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class RequestStats {
  connections = 0;
  requests = 0;
  /** Recorded and redirected, both ways. */
  redirects = 0;
  handedOver = 0;
  readonly outcomes = new Map<string, number>();
  readonly durations = new Float64Array(DURATION_BUCKETS.length + 1);
  durationSum = 0;

  count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** From reading a request to sending its answer, for all answers of a turn. */
  readonly observe = (seconds: number, answers: number): void => {
    let bucket = 0;
    while (bucket < DURATION_BUCKETS.length && seconds > DURATION_BUCKETS[bucket]!) bucket++;
    this.durations[bucket]! += answers;
    this.durationSum += seconds * answers;
  };
}
