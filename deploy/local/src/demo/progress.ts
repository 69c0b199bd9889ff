// A bar on a terminal, a line now and then elsewhere.

export class Progress {
  private shownAt = 0;
  private readonly startedAt = Date.now();

  constructor(
    private readonly what: string,
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stdout,
  ) {}

  show(done: number): void {
    const now = Date.now();
    const everyMs = this.out.isTTY ? 100 : 5_000;
    if (done < this.total && now - this.shownAt < everyMs) return;
    this.shownAt = now;
    const share = this.total === 0 ? 1 : done / this.total;
    const seconds = (now - this.startedAt) / 1_000;
    const left = share > 0.01 && share < 1 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
    const counts = `${done.toLocaleString('en')} of ${this.total.toLocaleString('en')}${left}`;
    if (!this.out.isTTY) this.out.write(`${this.what}: ${counts}\n`);
    else {
      const full = Math.round(share * 30);
      this.out.write(`\r\x1b[K${this.what} ${'█'.repeat(full)}${'░'.repeat(30 - full)} ${counts}${done >= this.total ? '\n' : ''}`);
    }
  }
}
