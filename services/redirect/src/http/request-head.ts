// What is known of one request: byte ranges in the buffer it came in, so that nothing is copied before it is needed.

/** A field is absent where its end is 0. */
export class RequestHead {
  buffer: Buffer = Buffer.alloc(0);
  isHead = false;
  /** False: the connection ends after the answer. */
  keepAlive = true;
  slugStart = 0;
  slugEnd = 0;
  /** Without the question mark. */
  queryStart = 0;
  queryEnd = 0;
  hostStart = 0;
  hostEnd = 0;
  agentStart = 0;
  agentEnd = 0;
  referrerStart = 0;
  referrerEnd = 0;
  languageStart = 0;
  languageEnd = 0;
  forwardedStart = 0;
  forwardedEnd = 0;
  cookieStart = 0;
  cookieEnd = 0;
  prefetch = false;
  /** Every recorded field is printable ASCII. */
  plain = true;

  reset(buffer: Buffer): void {
    this.buffer = buffer;
    this.isHead = false;
    this.keepAlive = true;
    this.slugStart = this.slugEnd = 0;
    this.queryStart = this.queryEnd = 0;
    this.hostStart = this.hostEnd = 0;
    this.agentStart = this.agentEnd = 0;
    this.referrerStart = this.referrerEnd = 0;
    this.languageStart = this.languageEnd = 0;
    this.forwardedStart = this.forwardedEnd = 0;
    this.cookieStart = this.cookieEnd = 0;
    this.prefetch = false;
    this.plain = true;
  }

  text(start: number, end: number): string {
    return end === 0 ? '' : this.buffer.toString('latin1', start, end);
  }

  get slug(): string {
    return this.text(this.slugStart, this.slugEnd);
  }
  get query(): string {
    return this.text(this.queryStart, this.queryEnd);
  }
  get host(): string {
    return this.text(this.hostStart, this.hostEnd);
  }
  get forwarded(): string {
    return this.text(this.forwardedStart, this.forwardedEnd);
  }
  get cookie(): string {
    return this.text(this.cookieStart, this.cookieEnd);
  }
}

/** The same facts as `node:http` gives them: strings, one byte a character. */
export interface HeadFields {
  isHead: boolean;
  slug: string;
  query: string;
  host: string;
  agent: string;
  referrer: string;
  language: string;
  forwarded: string;
  cookie: string;
  prefetch: boolean;
}

/** A head of its own buffer, for requests that came through `node:http`. */
export function headOf(fields: HeadFields): RequestHead {
  const head = new RequestHead();
  const { slug, query, host, agent, referrer, language, forwarded, cookie } = fields;
  // The leading space keeps every end above 0.
  const buffer = Buffer.from(` ${slug}${query}${host}${agent}${referrer}${language}${forwarded}${cookie}`, 'latin1');
  head.reset(buffer);
  head.isHead = fields.isHead;
  head.prefetch = fields.prefetch;
  let at = 1;
  const range = (text: string): [number, number] => {
    const start = at;
    at += text.length;
    return text === '' ? [0, 0] : [start, at];
  };
  [head.slugStart, head.slugEnd] = range(slug);
  [head.queryStart, head.queryEnd] = range(query);
  [head.hostStart, head.hostEnd] = range(host);
  [head.agentStart, head.agentEnd] = range(agent);
  [head.referrerStart, head.referrerEnd] = range(referrer);
  [head.languageStart, head.languageEnd] = range(language);
  [head.forwardedStart, head.forwardedEnd] = range(forwarded);
  [head.cookieStart, head.cookieEnd] = range(cookie);
  head.plain = !/[^\x20-\x7e]/.test(`${query}${agent}${referrer}${language}`);
  return head;
}
