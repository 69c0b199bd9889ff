// Migrations only ever add, so that the version before goes on over the schema of the version after (docs/operating.md,
// "Zero-downtime releases"). What takes away or narrows has to say so, and come a release after nobody needs it any more:
//   -- contract of 0004-templates.sql: <why no running version uses it>
// in the migration's first lines, with the name of the released migration of the same service that brought the replacement.
// What was released is listed with its hash in released-migrations.json and is never edited again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

export const RELEASED = 'packages/tooling/src/released-migrations.json';

/** What an earlier version that still runs would notice. */
const NARROWING = [
  { what: 'drops a table, view or function', pattern: /\bdrop (materialized view|table|view|function|procedure|type|schema|trigger)\b/ },
  {
    what: 'drops a column',
    pattern: /\bdrop column\b|\balter table [\w.{}:"]+ drop (?!constraint\b|index\b|projection\b)(if exists )?["\w]/,
  },
  { what: 'renames', pattern: /\brename (to|column|constraint|table)\b|\balter table [\w.{}:"]+ rename\b|^rename\b/ },
  { what: 'changes a type', pattern: /\balter column ["\w]+ (set data )?type\b|\bmodify column\b/ },
  { what: 'makes a column required', pattern: /\balter column ["\w]+ set not null\b/ },
  { what: 'lets a column be empty that readers rely on', pattern: /\balter column ["\w]+ drop not null\b/ },
  { what: 'drops a default that writers rely on', pattern: /\balter column ["\w]+ drop default\b/ },
  { what: 'empties a table', pattern: /^truncate\b|^delete from ["\w.]+$/ },
];

/** Statements in lower case, one blank between words, without comments, texts and bodies of functions. */
function statementsOf(sql) {
  return sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Each `add column …` of an alter table, without what follows its comma. */
const addedColumns = (statement) =>
  /^alter table\b/.test(statement)
    ? splitOutside(statement)
        .map(
          (part) =>
            /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|index\b|projection\b)(.*)$/.exec(
              part,
            )?.[1],
        )
        .filter(Boolean)
    : [];

/** At commas that are in no bracket. */
function splitOutside(text) {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** What in one migration an earlier version would notice, in words. */
export function narrowings(sql) {
  const statements = statementsOf(sql);
  const made = new Set(statements.flatMap((statement) => /^create table (?:if not exists )?([\w.{}:"]+)/.exec(statement)?.[1] ?? []));
  const found = [];
  for (const statement of statements) {
    for (const { what, pattern } of NARROWING) if (pattern.test(statement)) found.push(what);
    const table = /^alter table (?:if exists |only )*([\w.{}:"]+)/.exec(statement)?.[1];
    if (table && !made.has(table)) {
      if (addedColumns(statement).some((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column)))
        found.push('adds a required column without a default');
      if (/\badd (constraint ["\w]+ )?(check|unique|foreign key|primary key|exclude)\b/.test(statement)) {
        // A check that replaces one of the same name widens it; whether it does is for its reviewer.
        const name = /\badd constraint (["\w]+)/.exec(statement)?.[1];
        const replaces = name && statements.some((other) => other.includes(`drop constraint ${name}`));
        if (!replaces) found.push('adds a constraint that an earlier writer does not know');
      }
    }
    const unique = /^create unique index .* on (?:only )?([\w.{}:"]+)/.exec(statement)?.[1];
    if (unique && !made.has(unique)) found.push('adds a unique index that an earlier writer does not know');
  }
  return found;
}

/**
 * @param {{ path: string, sql: string }[]} migrations all there are
 * @param {Record<string, Record<string, string>>} releases release → path → SHA-256
 * @returns {string[]}
 */
export function problemsOf(migrations, releases) {
  const released = Object.assign({}, ...Object.values(releases));
  const problems = [];
  const there = new Map(migrations.map(({ path, sql }) => [path, sql]));
  for (const [path, hash] of Object.entries(released))
    if (!there.has(path)) problems.push(`${path} was released and is gone: an installation that has not run it yet never will`);
    else if (hashOf(there.get(path)) !== hash)
      problems.push(`${path} was released and is edited: installations that ran it differ from new ones`);
  for (const { path, sql } of migrations) {
    if (released[path]) continue;
    const found = narrowings(sql);
    const said = /^-- contract of (\S+\.sql): (\S.*)$/m.exec(sql.slice(0, 1_000));
    if (found.length > 0 && !said)
      problems.push(
        `${path} ${[...new Set(found)].join(', ')}; a version that runs during the release would break. Add first, take away a release later ("-- contract of NNNN-title.sql: why")`,
      );
    if (said && !released[path.replace(/[^/]+$/, said[1])])
      problems.push(`${path} takes away what ${said[1]} replaced, but that is in no release yet`);
  }
  return problems;
}

export const hashOf = (sql) => createHash('sha256').update(sql).digest('hex');

export function allMigrations() {
  return readdirSync(join(ROOT, 'services'))
    .map((name) => `services/${name}/migrations`)
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.sql'))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ path, sql: readFileSync(join(ROOT, path), 'utf8') }));
}

export const migrationProblems = () => problemsOf(allMigrations(), JSON.parse(readFileSync(join(ROOT, RELEASED), 'utf8')));
