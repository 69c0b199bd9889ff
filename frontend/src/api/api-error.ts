export interface ApiError {
  /** The HTTP status; 0 when no answer came. */
  status: number;
  /** The server's code (`LINK_ALIAS_TAKEN`), or `ERR_NETWORK` / `ERR_TIMEOUT` when no answer came. */
  code: string;
  /** The server's sentence; empty when there is none. */
  message: string;
  details: { field: string; message: string }[];
  requestId?: string;
  /** From `Retry-After`, in seconds. */
  retryAfterSeconds?: number;
}

/** Whether what a mutation's `unwrap()` threw (or a query's `error`) is an answer of our API. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' && 'code' in error;
}

/** The server's sentence, or the fallback the screen's specification names. */
export function messageOf(error: unknown, fallback: string): string {
  return isApiError(error) && error.message ? error.message : fallback;
}

export const isNetworkError = (error: unknown): boolean => isApiError(error) && error.code === 'ERR_NETWORK';
export const hasStatus = (error: unknown, status: number): boolean => isApiError(error) && error.status === status;
