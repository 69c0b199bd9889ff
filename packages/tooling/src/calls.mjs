// docs/calls.md: every call of the API, who named it, and the tests that make it. Read out of the controllers and the tests,
// so that a call without a test cannot hide; e2e/src/contract.e2e.ts holds the page against the OpenAPI document as served.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** What section 7 of the specification names, its documented public API included. */
const SPEC = `POST /auth/register, POST /auth/login, POST /auth/logout, POST /auth/refresh, GET /auth/profile, POST /auth/verify-email,
POST /auth/resend-verification, POST /urls/shorten, GET /urls, GET /urls/{id}, PUT /urls/{id}, DELETE /urls/{id}, GET /urls/{id}/analytics,
GET /urls/{id}/analytics/realtime, POST /qrcodes/generate, GET /qrcodes, GET /qrcodes/{id}, PUT /qrcodes/{id}, DELETE /qrcodes/{id},
GET /qrcodes/{id}/analytics, GET /qrcodes/{id}/export, GET /qrcodes/templates, POST /qrcodes/{id}/short-link, GET /subscription/plans,
GET /subscription/current, POST /subscription/checkout, POST /subscription/portal, POST /subscription/cancel, POST /subscription/reactivate,
GET /subscription/usage, GET /health, GET /webhooks, POST /webhooks, DELETE /webhooks/{id}, GET /users/me, POST /users/regenerate-api-key,
GET /admin/users, GET /report, DELETE /admin/user/{email}, GET /analytics/{id}`;
/** What decisions §2, §5, §6 and §7 add. */
const DECISIONS = `POST /auth/forgot-password, POST /auth/reset-password, PUT /auth/profile, POST /auth/change-password, GET /auth/notifications,
PUT /auth/notifications, GET /auth/sessions, DELETE /auth/sessions/{id}, GET /auth/export, DELETE /auth/account, POST /contact, POST /report,
POST /urls/{id}/unlock, GET /urls/analytics/overview, POST /subscription/trial, GET /webhooks/{id}/deliveries, POST /webhooks/{id}/test,
POST /webhooks/{id}/deliveries/{deliveryId}/resend, POST /webhooks/{id}/rotate-secret`;

const named = (text) => text.split(',').map((call) => call.trim());
const DOOR = ['e2e/src/*.e2e.ts', 'gateway/test/*.itest.ts', 'frontend/src/testing/*.itest.ts'];
const SERVICES = ['services/*/test/*.itest.ts', 'services/*/src/**/*.test.ts'];
/** Reaches every call there is, generated: named once above the table instead of in each row. */
const GENERATED = 'e2e/src/contract.e2e.ts';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (patterns) =>
  patterns
    .flatMap((pattern) => walk(pattern))
    .filter((path) => path !== GENERATED)
    .sort();

/** Just enough of a glob: `*` is one name, `**` any folders. */
function walk(pattern) {
  const [head, ...rest] = pattern.split('/');
  const test = (parts, path) => {
    if (parts.length === 0) return [path];
    const [part, ...more] = parts;
    let entries;
    try {
      entries = readdirSync(join(ROOT, path), { withFileTypes: true });
    } catch {
      return [];
    }
    if (part === '**')
      return [
        ...test(more, path),
        ...entries.filter((e) => e.isDirectory() && e.name !== 'node_modules').flatMap((e) => test(parts, `${path}/${e.name}`)),
      ];
    const like = new RegExp(`^${part.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return entries
      .filter((e) => like.test(e.name) && (more.length === 0 ? e.isFile() : e.isDirectory()))
      .flatMap((e) => test(more, `${path}/${e.name}`));
  };
  return test(rest, head);
}

/** `createLink` of every `rpc CreateLink(`. */
function rpcNames() {
  const names = walk('proto/*/v1/*.proto').flatMap((path) => [...read(path).matchAll(/\brpc (\w+)\(/g)].map((match) => match[1]));
  return new Set(names.map((name) => name[0].toLowerCase() + name.slice(1)));
}

/** Operations as the controllers declare them. */
export function operations() {
  const rpcs = rpcNames();
  return walk('gateway/src/**/*.controller.ts').flatMap((path) => {
    const source = read(path);
    const [, prefix = ''] = /@Controller\('([^']*)'\)/.exec(source) ?? [];
    const routes = [...source.matchAll(/^ {2}@(Get|Post|Put|Patch|Delete)\((?:'([^']*)')?\)/gm)];
    return routes.map((route, i) => {
      const block = source.slice(route.index, routes[i + 1]?.index ?? source.length);
      const own = block.split(/\n {2}}\n/)[0];
      const template = [prefix, route[2] ?? '']
        .filter(Boolean)
        .join('/')
        .replace(/:(\w+)/g, '{$1}');
      return {
        method: route[1].toUpperCase(),
        path: `/${template}`,
        access: /access: '([\w-]+)'/.exec(own)?.[1] ?? 'public',
        rpcs: called(own, source, rpcs),
      };
    });
  });
}

/** Calls of services in a handler, and in what it calls of its own file. */
function called(handler, source, rpcs) {
  /** @type {Set<string>} */
  const found = new Set();
  const seen = new Set();
  const look = (text) => {
    for (const [, name] of text.matchAll(/\.(\w+)\(/g)) if (rpcs.has(name)) found.add(name);
    for (const [, name] of text.matchAll(/(?:this\.|\b)(\w+)\(/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const body = new RegExp(`\\n(?: {2}private (?:async )?|(?:async )?function )${name}\\b[\\s\\S]*?\\n(?: {2})?}\\n`).exec(source)?.[0];
      if (body) look(body);
    }
  };
  look(handler);
  return [...found].sort();
}

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** An id in a test: an expression, or something that looks like one. */
const ID = '(?:\\$\\{[^}]+\\}|[a-z]+_\\w+|[\\w.+%-]+(?:@|%40)[\\w.-]+)';

/** True of a text that makes the call by its method and path. */
function maker({ method, path }) {
  const address = `(?:\\$\\{[^}]+\\})?(?:/api)?(?:/v1)?${path
    .split(/\{\w+\}/)
    .map(literally)
    .join(ID)}(?=[?'"\`#]|\\$\\{|$)`;
  const withMethod = new RegExp(`['"]${method}['"],\\s*['"\`]${address}`);
  const plainGet = new RegExp(
    `['"\`](?:\\$\\{[^}]+\\})?/api(?:/v1)?${path
      .split(/\{\w+\}/)
      .map(literally)
      .join(ID)}(?=[?'"\`#]|\\$\\{)`,
  );
  const object = new RegExp(
    `${method} (?:/api)?(?:/v1)?${path
      .split(/\{\w+\}/)
      .map(literally)
      .join(ID)}(?=[\\s?'"\`])`,
  );
  const bare = new RegExp(
    `(?<!['"](?:POST|PUT|PATCH|DELETE)['"],\\s*)['"\`]${path
      .split(/\{\w+\}/)
      .map(literally)
      .join(ID)}(?=[?'"\`])`,
  );
  return (text) =>
    withMethod.test(text) ||
    object.test(text) ||
    (method === 'GET' ? plainGet.test(text) || bare.test(text) : plainPost(text, plainGet, method));
}

/** `fetch(address, { method })`, `call(address, json('POST', …))`: the method stands within the same call. */
function plainPost(text, address, method) {
  for (const match of text.matchAll(new RegExp(address, 'g')))
    if (new RegExp(`\\b${method}\\b`).test(text.slice(match.index, match.index + 160).split(';')[0])) return true;
  return false;
}

/** A test with what it uses of the files beside it: a harness often makes the call in the test's name. */
function withShared(path) {
  const text = read(path);
  const parts = [text];
  for (const [, names, beside] of text.matchAll(/^import \{([^}]+)\} from '\.\/([\w-]+)\.js';$/gm)) {
    const shared = join(path, '..', `${beside}.ts`);
    if (!existsSync(join(ROOT, shared))) continue;
    const declared = new Map(
      read(shared)
        .split(/^(?=(?:\/\*\*|export |const |let |(?:async )?function ))/m)
        .map((part) => [/(?:const|let|function) (\w+)/.exec(part)?.[1], part]),
    );
    const wanted = names.split(',').map((name) => name.trim());
    for (const name of wanted) {
      const part = declared.get(name);
      if (!part) continue;
      declared.delete(name);
      parts.push(part);
      wanted.push(...[...declared.keys()].filter((other) => other && new RegExp(`\\b${other}\\(`).test(part)));
    }
  }
  return parts.join('\n');
}

export function callRows() {
  const door = filesOf(DOOR).map((path) => [path, read(path)]);
  const services = filesOf(SERVICES).map((path) => [path, withShared(path)]);
  const [spec, decisions] = [new Set(named(SPEC)), new Set(named(DECISIONS))];
  return operations()
    .map((operation) => {
      const call = `${operation.method} ${operation.path}`;
      const isMade = maker(operation);
      return {
        ...operation,
        call,
        by: spec.has(call) ? 'spec §7' : decisions.has(call) ? 'decisions' : '',
        door: door.filter(([, text]) => isMade(text)).map(([path]) => path),
        service: services.filter(([, text]) => operation.rpcs.some((rpc) => text.includes(`.${rpc}(`))).map(([path]) => path),
      };
    })
    .sort((a, b) => (a.path === b.path ? a.method.localeCompare(b.method) : a.path.localeCompare(b.path)));
}

/** Calls that were promised and are not there, and calls that no test of their own makes. */
export function callProblems() {
  const rows = callRows();
  const there = new Set(rows.map(({ call }) => call));
  return [
    ...[...named(SPEC), ...named(DECISIONS)].filter((call) => !there.has(call)).map((call) => `${call} is promised and not there`),
    ...rows.filter(({ door, service }) => door.length + service.length === 0).map(({ call }) => `${call} has no test of its own`),
  ];
}

const short = (paths) =>
  paths.length === 0
    ? ''
    : `${paths
        .slice(0, 4)
        .map((path) => `\`${path.replace(/^services\//, '').replace(/\/test\//, '/')}\``)
        .join(' ')}${paths.length > 4 ? ` +${paths.length - 4}` : ''}`;

export function callsPage() {
  const rows = callRows().map(
    ({ call, access, by, door, service, rpcs }) =>
      `| \`${call}\` | ${access} | ${by} | ${short(door)} | ${rpcs.map((rpc) => `\`${rpc}\``).join(' ')} | ${short(service)} |`,
  );
  return `# Calls and their tests

Generated by \`npm run docs\` from the controllers, the protos and the tests; \`npm run check\` fails when it is out of date, when a call of the specification or the decisions is missing, or when a call has no test of its own. Paths stand under \`/api\` and \`/api/v1\`.

Every call besides is made by \`${GENERATED}\`, generated from the OpenAPI document: with bodies and parameters made from its schemas and hostile ones (a documented status, an answer that its schema allows, no 5xx; admins' calls as an admin), by nobody and by the wrong role (401, 403), and with ids of another tenant (the same answer as for ids of nobody). It also holds this table against the document as served.

${rows.length} calls. "Through the door": tests that make the call over HTTP. "At the service": tests of the service that make what is behind it, over gRPC with real stores.

| Call | Access | Named by | Through the door | Behind it | At the service |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
