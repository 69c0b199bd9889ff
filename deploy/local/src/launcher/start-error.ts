/** A start that cannot succeed, told in one sentence for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError';
}
