import type { IngestedClick } from '@linqr/proto/events/v1/analytics';

/** Clicks that wait for a viewer who reads slowly; the oldest go first. */
const WAITING_CLICKS = 256;
const BLOCKED_RETRY_MS = 50;

export interface LiveSink {
  deliver: (click: IngestedClick) => void;
  /** True while what was delivered has not left the process. */
  isBlocked: () => boolean;
  end: () => void;
}

export class LiveViewer {
  private readonly waiting: IngestedClick[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    /** '': every link of the workspace. */
    private readonly linkId: string,
    private readonly sink: LiveSink,
    private readonly onDrop: () => void,
  ) {}

  offer(click: IngestedClick): void {
    if (this.closed || (this.linkId !== '' && click.linkId !== this.linkId)) return;
    if (this.waiting.length >= WAITING_CLICKS) {
      this.waiting.shift();
      this.onDrop();
    }
    this.waiting.push(click);
    this.flush();
  }

  end(): void {
    if (!this.closed) this.sink.end();
  }

  close(): void {
    this.closed = true;
    this.waiting.length = 0;
    clearTimeout(this.timer);
  }

  private flush(): void {
    if (this.timer || this.closed) return;
    while (this.waiting.length > 0 && !this.sink.isBlocked()) this.sink.deliver(this.waiting.shift()!);
    if (this.waiting.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.flush();
    }, BLOCKED_RETRY_MS);
  }
}
