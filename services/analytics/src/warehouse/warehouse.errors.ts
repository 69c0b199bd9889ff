import { ClickHouseError } from '@clickhouse/client';
import { AppError } from '@linqr/platform/errors';

/** ClickHouse codes that tell of time or memory running out, not of a wrong question. */
const TOO_MUCH = new Set(['159', '160', '241', '202']);
/** Not able to take writes or queries just now: read-only disk or replica, too many parts, shutting down, no Keeper. */
const NOT_NOW = new Set(['164', '242', '243', '252', '236', '999', '225', '319', '210', '209', '425', '497', '516', '81', '60']);
/** Node's and the client's words for a server that is not there or went away. */
const NO_CONNECTION = /E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|socket hang up|time-?out|abort|closed/i;
/** The rows themselves are refused: sending them again cannot help. */
const BAD_ROWS = new Set(['6', '26', '27', '33', '38', '41', '43', '53', '69', '72', '117', '130', '131', '376', '441', '467', '691']);

/** A failed question as callers see it: a part that is down, a question that took too long, or a fault of ours. */
export function warehouseFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const internal = describe(thrown);
  if (thrown instanceof ClickHouseError) {
    if (TOO_MUCH.has(thrown.code))
      return new AppError('DEADLINE_EXCEEDED', 'That took too long. Please try a shorter period.', { internal, cause: thrown });
  }
  const isDown = thrown instanceof ClickHouseError ? NOT_NOW.has(thrown.code) : NO_CONNECTION.test(internal);
  if (!isDown) return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { internal, cause: thrown });
  return new AppError('PART_UNAVAILABLE', 'Analytics are unavailable right now. Please try again shortly.', {
    internal,
    cause: thrown,
    retryAfterSeconds: 2,
  });
}

/** True when ClickHouse refused the data of an insert, so that the same insert would be refused for ever. */
export function isRefusedData(thrown: unknown): boolean {
  const cause = thrown instanceof AppError ? thrown.cause : thrown;
  return cause instanceof ClickHouseError && BAD_ROWS.has(cause.code);
}

/** Code and type only where ClickHouse answered: its texts quote rows and queries. */
function describe(thrown: unknown): string {
  if (thrown instanceof ClickHouseError) return `clickhouse ${thrown.code} ${thrown.type ?? ''}: ${thrown.message.slice(0, 300)}`;
  if (!(thrown instanceof Error)) return String(thrown);
  return `${thrown.name} ${(thrown as NodeJS.ErrnoException).code ?? ''}: ${thrown.message}`;
}
