/** Socket failures that mean the other side is away. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** SQLSTATE: connection exceptions, too many connections, operator intervention (shut down, starting up, statement timed out). */
const SQL_STATES = /^(08...|53300|57P0[1-5]|57014|25006)$/;

/**
 * pg and its pool give these no code. "… already released" is how TypeORM tells a transaction's next statement that its
 * connection was lost between two statements.
 */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Database connection provided by a query runner was already released|Query runner already released)/;

/** True for errors that say a store or service cannot be reached now: nothing is wrong with the request or the code. */
export function isOutage(thrown: unknown, depth = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return false;
  const { code, message, driverError, cause, errors } = thrown as Partial<
    Record<'code' | 'message' | 'driverError' | 'cause' | 'errors', unknown>
  >;
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || SQL_STATES.test(code))) return true;
  if (typeof message === 'string' && MESSAGES.test(message)) return true;
  const inner: unknown[] = [driverError, cause, ...(Array.isArray(errors) ? errors.slice(0, 4) : [])];
  return inner.some((error) => isOutage(error, depth + 1));
}
