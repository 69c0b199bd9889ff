/** An account. */
export interface User {
  id: string;
  workspaceId: string;
  name: string;
  /** Normalised; see email-address.ts. */
  email: string;
  company: string;
  website: string;
  role: 'user' | 'admin';
  emailVerified: boolean;
  createdAt: Date;
  /** Closed by an admin. */
  disabled: boolean;
  /** For admins; empty while open. */
  disabledReason: string;
  /** False: made by Google or GitHub, and none set since. */
  hasPassword: boolean;
}

/** What only sign-in and password changes may see. */
export interface UserWithPassword extends User {
  passwordHash: string | null;
}
