// An answer other than a plain redirect, before it is bytes.

export interface Reply {
  status: number;
  /** Name in the metrics. */
  outcome: string;
  /** Without Content-Length, Date and Connection. */
  headers: [string, string][];
  body: string;
}

export const REASONS: Record<number, string> = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  503: 'Service Unavailable',
};

/** A redirect that is no click: to the app, after a form. `location` is ours. */
export function redirectReply(status: 302 | 303, location: string, headers: [string, string][] = []): Reply {
  return {
    status,
    outcome: 'own_redirect',
    headers: [['Location', location], ['Cache-Control', 'private, max-age=0'], ...headers],
    body: '',
  };
}

let dateSecond = 0;
let dateText = '';

/** HTTP date, made once a second. */
export function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
}

/** The reply as HTTP/1.1 bytes. Header values come from this program only; a line break in one is a defect and refused. */
export function serializeReply(reply: Reply, isHead: boolean, keepAlive: boolean, nowMs: number): Buffer {
  const body = Buffer.from(reply.body, 'utf8');
  let head = `HTTP/1.1 ${reply.status} ${REASONS[reply.status] ?? 'Unknown'}\r\nDate: ${httpDate(nowMs)}\r\nContent-Length: ${body.length}\r\n`;
  for (const [name, value] of reply.headers) {
    if (/[\r\n\0]/.test(value)) throw new Error(`header ${name} with a line break`);
    head += `${name}: ${value}\r\n`;
  }
  head += keepAlive ? '\r\n' : 'Connection: close\r\n\r\n';
  return isHead ? Buffer.from(head, 'latin1') : Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
