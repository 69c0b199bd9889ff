// PostgreSQL refuses to run as root: the account it runs under instead, and what that account can reach.
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

/** Undefined when we are not root and PostgreSQL can simply run as we do. */
export function accountForPostgres(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and /etc/passwd has neither "postgres" nor "nobody" to run it as. Start as a normal user.',
  );
}

/** Whether the account may pass through the directory and all above it. Paths under /root (mode 0700) are the usual case where not. */
export function canReach(path: string, account: Account): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    let allowed: number;
    try {
      const { uid, gid, mode } = statSync(at);
      allowed = uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001;
    } catch {
      // Not made yet: it will be, by us, reachable; what counts is what is above it.
      allowed = 1;
    }
    if (!allowed) return false;
    if (at === dirname(at)) return true;
  }
}
