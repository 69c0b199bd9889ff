// The engine's errors as ClickHouse's HTTP interface tells them; clients parse this text.

export class EngineError extends Error {
  constructor(
    readonly code: number,
    readonly type: string,
    text: string,
  ) {
    super(`Code: ${code}. DB::Exception: ${text}. (${type})`);
  }
}

const STATUS: Record<number, number> = {
  36: 400,
  46: 400,
  47: 400,
  60: 404,
  62: 400,
  81: 404,
  115: 400,
  158: 413,
  159: 408,
  202: 503,
  386: 400,
  516: 401,
};

export interface ErrorAnswer {
  status: number;
  code: string;
  text: string;
}

export function errorAnswer(thrown: unknown): ErrorAnswer {
  const message = String((thrown as Error)?.message ?? thrown);
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002';
  const text = message.startsWith('Code: ') ? message : `Code: ${code}. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)`;
  return { status: STATUS[Number(code)] ?? 500, code, text: text.endsWith('\n') ? text : `${text}\n` };
}
