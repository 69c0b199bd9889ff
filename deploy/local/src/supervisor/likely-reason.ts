// Why a process ended, out of what it wrote last.

const NOISE = /^\s*(at |\^+\s*$|node:internal|throw |Node\.js v|[{}\]]\s*,?$|code: |url: |requireStack: )/;
const MAX_LINES = 5;

/** The last lines that a person can use: stack frames and Node's own trimmings left out, log lines by their phrase and error. */
export function likelyReason(lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const entry = logEntry(line);
      if (!entry) return line.trim() && !NOISE.test(line) ? [line.trimEnd()] : [];
      if (entry.level !== 'error' && entry.level !== 'fatal') return [];
      return [[entry.msg, entry.err?.message?.split('\n')[0]].filter(Boolean).join(': ')];
    })
    .slice(-MAX_LINES)
    .map((line) => line.slice(0, 500))
    .join('\n');
}

function logEntry(line: string): { level?: string; msg?: string; err?: { message?: string } } | undefined {
  if (!line.startsWith('{"')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
