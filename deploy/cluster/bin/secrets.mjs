// Makes the secrets of an installation: one file a variable, once; what exists stays. Needs nothing but Node, so that
// compose can run it in a bare Node image and a person on any machine.
//   node secrets.mjs <folder>                     flat, for compose: <folder>/<VARIABLE>
//   node secrets.mjs <folder> --parts list.json --given given.json
//     for kustomize: <folder>/<part>/<VARIABLE> and a kustomization.yaml that makes a Secret of each part's;
//     list.json {part: [variables]}, given.json {variable: value, in which {part} is the part's name}
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const key = () => randomBytes(32).toString('base64');
const text = () => randomBytes(48).toString('base64url');

/** How each secret is made. `given`: an operator has it from elsewhere; made empty, which means absent. */
export const SECRETS = {
  ACCESS_TOKEN_PRIVATE_KEY: 'pair',
  ACCESS_TOKEN_PUBLIC_KEY: 'pair',
  API_KEY_ENCRYPTION_KEY: key,
  WEBHOOK_SECRET_ENCRYPTION_KEY: key,
  IMPORT_ENCRYPTION_KEY: key,
  VISITOR_HASH_KEY: text,
  UNLOCK_COOKIE_SECRET: text,
  CSRF_SECRET: text,
  DATABASE_URL: 'given',
  BUS_URL: 'given',
  CLICKHOUSE_URL: 'given',
  MAIL_URL: 'given',
  STRIPE_SECRET_KEY: 'given',
  STRIPE_WEBHOOK_SECRET: 'given',
  GOOGLE_CLIENT_SECRET: 'given',
  GITHUB_CLIENT_SECRET: 'given',
};

/** @returns {(name: string) => string} the same value for the same name, so that parts that share one agree */
export function secretMaker(given = {}) {
  const made = new Map(Object.entries(given));
  return (name) => {
    if (!made.has(name)) {
      const how = SECRETS[name];
      if (how === undefined) throw new Error(`nobody said how ${name} is made: add it to SECRETS`);
      if (how === 'pair') {
        const pair = generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        });
        made.set('ACCESS_TOKEN_PRIVATE_KEY', pair.privateKey);
        made.set('ACCESS_TOKEN_PUBLIC_KEY', pair.publicKey);
      } else made.set(name, how === 'given' ? '' : how());
    }
    return made.get(name);
  };
}

function writeOnce(path, content, mode) {
  if (existsSync(path)) return;
  writeFileSync(`${path}.part`, content, { mode });
  chmodSync(`${path}.part`, mode);
  renameSync(`${path}.part`, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...rest] = process.argv.slice(2);
  const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
  if (!folder || folder.startsWith('-')) {
    process.stderr.write('node secrets.mjs <folder> [--parts list.json --given given.json]\n');
    process.exit(2);
  }
  // A second run must not make a second pair: what is there is taken up first.
  const existing = {};
  const takeUp = (path, name) => {
    if (existsSync(path)) existing[name] = readFileSync(path, 'utf8');
  };
  const parts = option('--parts') ? JSON.parse(readFileSync(option('--parts'), 'utf8')) : undefined;
  const given = option('--given') ? JSON.parse(readFileSync(option('--given'), 'utf8')) : {};
  const names = parts
    ? Object.entries(parts).flatMap(([part, variables]) => variables.map((name) => [join(folder, part), name]))
    : Object.keys(SECRETS)
        .filter((name) => SECRETS[name] !== 'given')
        .map((name) => [folder, name]);
  for (const [base, name] of names) takeUp(join(base, name), name);
  const make = secretMaker(existing);
  for (const [base, name] of names) {
    mkdirSync(base, { recursive: true });
    // In compose the containers run as another user than the one that made the volume.
    const value = given[name]?.replaceAll('{part}', base.split('/').at(-1)) ?? make(name);
    writeOnce(join(base, name), value, parts ? 0o600 : 0o444);
  }
  if (parts) {
    const secretGenerator = Object.entries(parts).map(([part, variables]) => ({
      name: `${part}-secrets`,
      files: variables.map((name) => `${part}/${name}`),
    }));
    // JSON is YAML.
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `${JSON.stringify({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', secretGenerator }, null, 2)}\n`,
    );
  }
}
