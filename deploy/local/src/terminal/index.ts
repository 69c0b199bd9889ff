// What a person at the terminal sees.
import { styleText } from 'node:util';

export type Say = (line: string) => void;

type Style = Parameters<typeof styleText>[0];
const coloured = process.stdout.isTTY === true && !process.env['NO_COLOR'];

export const paint = (style: Style, text: string): string => (coloured ? styleText(style, text) : text);

const HIDDEN = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname', 'requestId', 'traceId']);
const SHOWN = new Set(['warn', 'error', 'fatal']);

/** A log line of a service as a person reads it; undefined when it is not worth showing. Lines that are no JSON are in the log file only. */
export function readable(name: string, line: string): string | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
    if (entry === null || typeof entry !== 'object') throw new Error('no object');
  } catch {
    return undefined;
  }
  const level = String(entry['level']);
  if (!SHOWN.has(level)) return undefined;
  const fields = Object.entries(entry)
    .filter(([key]) => !HIDDEN.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = entry['err'] as { message?: string } | undefined;
  if (error?.message) fields.push(`(${error.message.split('\n')[0]})`);
  const painted = paint(level === 'warn' ? 'yellow' : 'red', level.padEnd(5));
  const phrase = typeof entry['msg'] === 'string' ? entry['msg'] : '';
  return `${label(name)} ${painted} ${phrase} ${fields.join(' ')}`.trimEnd().slice(0, 2_000);
}

function label(name: string): string {
  return paint('cyan', `[${name}]`.padEnd(12));
}
