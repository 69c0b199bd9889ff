/** An allowance: `burst` at once, then one every `everySeconds`. */
export interface Allowance {
  burst: number;
  everySeconds: number;
}

/** What one kind of attempt may cost, by whom it is counted. */
export interface ThrottleRule {
  name: string;
  /** One client address. */
  client: Allowance;
  /** One account or address of mail. */
  account: Allowance;
  /** The whole installation. */
  everybody: Allowance;
}

/** Only failures count for good: a right password gives the attempt back. */
export const SIGN_IN: ThrottleRule = {
  name: 'sign-in',
  client: { burst: 60, everySeconds: 2 },
  account: { burst: 10, everySeconds: 30 },
  everybody: { burst: 2_000, everySeconds: 0.02 },
};

export const SIGN_UP: ThrottleRule = {
  name: 'sign-up',
  client: { burst: 60, everySeconds: 5 },
  account: { burst: 20, everySeconds: 5 },
  everybody: { burst: 1_000, everySeconds: 0.05 },
};

/** Mail to an address that somebody typed: verification again, forgotten password. The account's part is silent. */
export const REQUESTED_MAIL: ThrottleRule = {
  name: 'requested-mail',
  client: { burst: 30, everySeconds: 20 },
  account: { burst: 5, everySeconds: 300 },
  everybody: { burst: 1_000, everySeconds: 0.1 },
};

/** The current password asked for again inside a session. */
export const PASSWORD_CONFIRMATION: ThrottleRule = {
  name: 'password-confirmation',
  client: { burst: 60, everySeconds: 2 },
  account: { burst: 10, everySeconds: 30 },
  everybody: { burst: 2_000, everySeconds: 0.02 },
};

/** Codes of the second step of a sign-in, and those that switch it off. Only failures count for good. */
export const SECOND_STEP: ThrottleRule = {
  name: 'second-step',
  client: { burst: 60, everySeconds: 2 },
  account: { burst: 10, everySeconds: 60 },
  everybody: { burst: 2_000, everySeconds: 0.02 },
};

/** Questions that cost us a row before anybody has proved anything: passkey challenges, ways to a provider. */
export const UNPROVEN_START: ThrottleRule = {
  name: 'unproven-start',
  client: { burst: 60, everySeconds: 2 },
  account: { burst: 20, everySeconds: 10 },
  everybody: { burst: 2_000, everySeconds: 0.02 },
};

/** Mail about a change of address, by account. */
export const EMAIL_CHANGE: ThrottleRule = {
  name: 'email-change',
  client: { burst: 30, everySeconds: 20 },
  account: { burst: 5, everySeconds: 600 },
  everybody: { burst: 1_000, everySeconds: 0.1 },
};
