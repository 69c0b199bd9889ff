import { status } from '@grpc/grpc-js';

/**
 * Every error code of the product, with the gRPC status it crosses services with and the HTTP status it leaves the
 * gateway with. The only copy: docs/errors.md is generated from here.
 */
export const ERROR_CATALOGUE = {
  VALIDATION_FAILED: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'A field is missing, malformed or out of range; details name it.' },
  BODY_MALFORMED: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The request body could not be read as what its content type says.' },
  API_VERSION_UNSUPPORTED: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'X-API-Version names a version that is not served.' },
  DESTINATION_NOT_ALLOWED: {
    grpc: status.INVALID_ARGUMENT,
    http: 400,
    about: 'The destination is not an http(s) URL that may be shortened.',
  },
  LINK_BLOCKED: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The destination is on a block list of this installation.' },
  VERIFICATION_TOKEN_INVALID: {
    grpc: status.INVALID_ARGUMENT,
    http: 400,
    about: 'The e-mail verification token is unknown, used or too old.',
  },
  RESET_TOKEN_INVALID: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The password reset token is unknown, used or too old.' },
  UNSUBSCRIBE_TOKEN_INVALID: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The unsubscribe token is not one of ours.' },
  DELETION_CODE_INVALID: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The mailed deletion code is wrong, used or too old.' },
  CURRENT_PASSWORD_WRONG: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The current password given for a change does not match.' },
  EMAIL_CHANGE_TOKEN_INVALID: {
    grpc: status.INVALID_ARGUMENT,
    http: 400,
    about: 'The link of a change of address is unknown, used, replaced or too old.',
  },
  TWO_FACTOR_CODE_WRONG: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The code of the second step is wrong or was used already.' },
  PASSKEY_INVALID: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The passkey or its signature could not be verified.' },
  CONNECTION_INVALID: {
    grpc: status.INVALID_ARGUMENT,
    http: 400,
    about: "The provider's account that waited for a sign-in waited too long or for another account.",
  },
  PROVIDER_SIGN_IN_FAILED: { grpc: status.INVALID_ARGUMENT, http: 400, about: 'The way to a sign-in provider and back did not end well.' },
  PROVIDER_EMAIL_UNVERIFIED: {
    grpc: status.FAILED_PRECONDITION,
    http: 403,
    about: 'The provider does not vouch for the e-mail address of the account there.',
  },
  PROVIDER_NOT_CONFIGURED: { grpc: status.FAILED_PRECONDITION, http: 404, about: 'The operator has not configured this sign-in provider.' },
  QR_NOT_SCANNABLE: { grpc: status.INVALID_ARGUMENT, http: 422, about: 'The design would not scan; details say why.' },
  WEBHOOK_SIGNATURE_INVALID: {
    grpc: status.INVALID_ARGUMENT,
    http: 400,
    about: "The payment provider's signature does not match, or the event is too old.",
  },
  NOT_SIGNED_IN: { grpc: status.UNAUTHENTICATED, http: 401, about: 'The call needs a session or an API key.' },
  SESSION_EXPIRED: { grpc: status.UNAUTHENTICATED, http: 401, about: 'The access token is too old or its session was ended.' },
  INVALID_CREDENTIALS: { grpc: status.UNAUTHENTICATED, http: 401, about: 'E-mail address and password do not belong together.' },
  SIGN_IN_CHALLENGE_INVALID: {
    grpc: status.UNAUTHENTICATED,
    http: 401,
    about: 'The sign-in that waited for its second step is unknown, used, too old or out of attempts.',
  },
  REFRESH_TOKEN_INVALID: { grpc: status.UNAUTHENTICATED, http: 401, about: 'The refresh token is unknown, too old or revoked.' },
  REFRESH_TOKEN_REUSED: {
    grpc: status.UNAUTHENTICATED,
    http: 401,
    about: 'The refresh token was used before; its whole family is revoked.',
  },
  API_KEY_INVALID: { grpc: status.UNAUTHENTICATED, http: 401, about: 'The API key is unknown or was replaced.' },
  LINK_PASSWORD_WRONG: { grpc: status.PERMISSION_DENIED, http: 403, about: 'The password does not open this link.' },
  PAYMENT_FAILED: { grpc: status.FAILED_PRECONDITION, http: 402, about: 'The payment did not go through; nothing was changed.' },
  CSRF_TOKEN_INVALID: { grpc: status.PERMISSION_DENIED, http: 403, about: 'A call with a session cookie lacks the matching X-XSRF-TOKEN.' },
  RECENT_SIGN_IN_REQUIRED: { grpc: status.PERMISSION_DENIED, http: 403, about: 'The call needs a sign-in of the last ten minutes.' },
  EMAIL_NOT_VERIFIED: { grpc: status.PERMISSION_DENIED, http: 403, about: 'The call needs a verified e-mail address.' },
  ACCOUNT_DISABLED: { grpc: status.PERMISSION_DENIED, http: 403, about: 'The account was closed by an administrator.' },
  FORBIDDEN: { grpc: status.PERMISSION_DENIED, http: 403, about: 'The account may not do this.' },
  PLAN_LIMIT_REACHED: { grpc: status.PERMISSION_DENIED, http: 403, about: 'The allowance of the plan for this period is used up.' },
  PLAN_FEATURE_REQUIRED: {
    grpc: status.PERMISSION_DENIED,
    http: 403,
    about: 'The plan does not include this feature; the message names a plan that does.',
  },
  NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'There is nothing at this address.' },
  LINK_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such link in this workspace.' },
  QR_CODE_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such QR code in this workspace.' },
  DOMAIN_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such domain in this workspace.' },
  IMPORT_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such import in this workspace.' },
  WEBHOOK_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such webhook in this workspace.' },
  SESSION_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such session of this account.' },
  REPORT_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such abuse report.' },
  MESSAGE_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such contact message.' },
  PASSKEY_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such passkey of this account.' },
  IDENTITY_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such provider is connected to this account.' },
  USER_NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, about: 'No such account.' },
  IDENTITY_TAKEN: {
    grpc: status.ALREADY_EXISTS,
    http: 409,
    about: "The provider's account is connected elsewhere, or another one of it here.",
  },
  EMAIL_TAKEN: { grpc: status.ALREADY_EXISTS, http: 409, about: 'An account with this e-mail address exists.' },
  LINK_ALIAS_TAKEN: { grpc: status.ALREADY_EXISTS, http: 409, about: 'That alias is already taken on this domain.' },
  DOMAIN_TAKEN: {
    grpc: status.ALREADY_EXISTS,
    http: 409,
    about: 'The domain is in the workspace already, or proved to be of another one.',
  },
  DOMAIN_IN_USE: { grpc: status.FAILED_PRECONDITION, http: 409, about: 'Links live on the domain; they go first.' },
  CONFLICT: { grpc: status.ABORTED, http: 409, about: 'The thing changed meanwhile; read it again.' },
  TRIAL_ALREADY_USED: { grpc: status.FAILED_PRECONDITION, http: 409, about: 'The account has had its trial.' },
  LINK_GONE: { grpc: status.FAILED_PRECONDITION, http: 410, about: 'The link expired or was deleted.' },
  PAYLOAD_TOO_LARGE: { grpc: status.OUT_OF_RANGE, http: 413, about: 'The body is larger than the call takes.' },
  HEADERS_TOO_LARGE: { grpc: status.OUT_OF_RANGE, http: 431, about: 'Address and header fields of the request are larger than 16 kB.' },
  RATE_LIMITED: { grpc: status.RESOURCE_EXHAUSTED, http: 429, about: 'Too many calls; Retry-After says when to come back.' },
  INTERNAL: { grpc: status.INTERNAL, http: 500, about: 'A fault of ours; the request id finds it in the logs.' },
  NOT_AVAILABLE_YET: { grpc: status.UNIMPLEMENTED, http: 501, about: 'The call is part of the contract but not built yet.' },
  BILLING_NOT_CONFIGURED: { grpc: status.FAILED_PRECONDITION, http: 503, about: 'The operator has not configured payments.' },
  PART_UNAVAILABLE: { grpc: status.UNAVAILABLE, http: 503, about: 'A part of the system is down; try again shortly.' },
  DEADLINE_EXCEEDED: { grpc: status.DEADLINE_EXCEEDED, http: 504, about: 'A part of the system did not answer in time.' },
} as const;

/** One of the closed set of codes. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** Tells a code of ours from any other text. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code);
}
