import { afterEach, beforeEach } from '@jest/globals';

/** Stands in for the browser's EventSource, which jsdom lacks: a test opens the stream and says what comes in. */
export class LiveSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: LiveSource[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    LiveSource.opened.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(click: object): void {
    this.dispatchEvent(new MessageEvent('click', { data: JSON.stringify(click) }));
  }

  close(): void {
    this.readyState = LiveSource.CLOSED;
  }
}

/** Puts it in place for every test of a file. */
export function withLiveSource(): void {
  beforeEach(() => {
    LiveSource.opened = [];
    Object.assign(globalThis, { EventSource: LiveSource });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'EventSource');
  });
}
