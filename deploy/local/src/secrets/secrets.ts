// Secrets of an installation: made once, kept in files only their owner can read.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder/data-folder.js';
import { StartError } from '../launcher/start-error.js';

const random = (bytes: number, encoding: BufferEncoding) => () => randomBytes(bytes).toString(encoding);

/** File name → how its content is made. */
const SECRETS = {
  'database-password': random(24, 'base64url'),
  'clickhouse-password': random(24, 'base64url'),
  'api-key-encryption-key': random(32, 'base64'),
  'webhook-secret-encryption-key': random(32, 'base64'),
  'import-encryption-key': random(32, 'base64'),
  'csrf-secret': random(48, 'base64url'),
  'unlock-cookie-secret': random(48, 'base64url'),
  'visitor-hash-key': random(48, 'base64url'),
} as const;
const PRIVATE_KEY = 'access-token-private-key.pem';
const PUBLIC_KEY = 'access-token-public-key.pem';

export type SecretName = keyof typeof SECRETS | typeof PRIVATE_KEY | typeof PUBLIC_KEY;

export interface Secrets {
  /** Path, for `…_FILE` variables. */
  file: (name: SecretName) => string;
  read: (name: SecretName) => string;
}

/** Of an installation that has them. */
export function secretsAt(folder: DataFolder): Secrets {
  const file = (name: SecretName) => join(folder.secrets, name);
  return { file, read: (name) => readFileSync(file(name), 'utf8').trim() };
}

export function ensureSecrets(folder: DataFolder): Secrets {
  const secrets = secretsAt(folder);
  const { file } = secrets;
  chmodSync(folder.secrets, 0o700);
  if (existsSync(folder.postgres) && !existsSync(file('database-password')))
    throw new StartError(
      `There is a database in ${folder.postgres}, but its password in ${folder.secrets} is gone. Put the secrets back, or move the whole data folder away.`,
    );
  for (const [name, make] of Object.entries(SECRETS)) writeOnce(file(name as SecretName), make);
  if (!existsSync(file(PRIVATE_KEY)) || !existsSync(file(PUBLIC_KEY))) {
    const pair = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeSecret(file(PRIVATE_KEY), pair.privateKey);
    writeSecret(file(PUBLIC_KEY), pair.publicKey);
  }
  return secrets;
}

function writeOnce(path: string, make: () => string): void {
  if (!existsSync(path)) writeSecret(path, make());
}

/** Whole or not at all. */
function writeSecret(path: string, content: string): void {
  writeFileSync(`${path}.part`, content.endsWith('\n') ? content : `${content}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}
