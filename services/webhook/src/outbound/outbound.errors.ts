/** Why there was no answer, as a sentence for the webhook's owner; it tells nothing about networks that are not theirs. */
export class NoAnswer extends Error {}

const TLS_PROBLEMS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain is not complete.',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate chain is not complete.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not of an authority that we trust.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
};

/** The sentence for whatever went wrong underneath. */
export function noAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const code = (error as { code?: unknown })?.code;
  const known = typeof code === 'string' ? sentenceFor(code) : undefined;
  return new NoAnswer(known ?? 'The connection failed.', { cause: error });
}

function sentenceFor(code: string): string | undefined {
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed without an answer.';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'The address cannot be reached.';
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the answer are too large.';
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.';
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'No secure connection could be made.';
  return TLS_PROBLEMS[code];
}
