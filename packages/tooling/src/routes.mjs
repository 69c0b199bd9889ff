// docs/routes.md: every route of the application with the component tests and the browser tests that open it, found in their
// texts. `node packages/tooling/src/routes.mjs` writes it; a route without both kinds is a problem (`routeProblems`).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './run.mjs';

const PAGE = 'docs/routes.md';
const TABLE = 'frontend/src/app/routes.tsx';
/** The specification's table; all others are ours. */
const SPECIFIED = new Set(
  '/ /features /pricing /docs /api /help /about /contact /privacy /terms /login /register /forgot-password /dashboard /dashboard/subscription /qr-codes /qr-analytics/:id /qr-customize/:id /analytics /analytics/:id /settings /billing /webhooks /api-keys /admin /admin/users /admin/packages /admin/content /admin/analytics'.split(
    ' ',
  ),
);
/** An address that is none: what the tests open for the last route. */
const NOWHERE = ['/nothing-here', '/no/such/page'];

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** Files below a folder whose names end so, with their texts. */
function texts(folder, ending) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, text: read(`${folder}/${name}`) }));
}

/**
 * Path, component and module of every `<Route path>` of the table, in its order.
 * @returns {{ path: string, component: string, module: string }[]}
 */
export function routesIn(source) {
  const screens = new Map([...source.matchAll(/const (\w+) = (screen\([^;]+\));/g)].map(([, name, made]) => [name, made]));
  return [...source.matchAll(/<Route (?:path="([^"]+)"|index) element=\{([\s\S]+?)\} \/>/g)].map(([, path = '', element]) => {
    const [, module = '', component = ''] = /import\('([^']+)'\), '(\w+)'/.exec(screens.get(element) ?? element) ?? [
      '',
      '',
      /<(\w+)/.exec(element)?.[1],
    ];
    return { path: path === '*' ? '*' : `/${path}`, component, module };
  });
}

/**
 * Whether a text opens the route. A browser test names it behind the origin or in `waitForURL('**…')`, or in a list of routes
 * to walk; the same words in a call of the API (`'/webhooks'`) are not the screen.
 */
export function opens(text, path, { inBrowser = true } = {}) {
  if (path === '*') return NOWHERE.some((address) => text.includes(address));
  const address = path === '/' ? '/' : path.replaceAll(/:\w+/g, '(?:\\$\\{[^}]+\\}|[\\w*-]+)');
  const lists = [...text.matchAll(/ROUTES = \[[^\]]*\]/g)].join('\n');
  const named = new RegExp(`['"\`]${address}['"\`?#]`);
  if (!inBrowser) return named.test(text);
  if (named.test(lists)) return true;
  if (path === '/' && /goto\(product\.appUrl[,)]/.test(text)) return true;
  return new RegExp(`(?:appUrl\\}|'\\*\\*)${address}(?=['"\`?#])`).test(text);
}

/** Tests with the text of those of these files that they import. */
function withShared(tests, files) {
  return tests.map(({ path, text }) => {
    const imported = files.filter((file) => new RegExp(`/${basename(file.path).replace(/\.tsx?$/, '')}(?:\\.js)?'`).test(text));
    return { path, text: [text, ...imported.map((file) => file.text)].join('\n') };
  });
}

/** @returns {{ path: string, component: string, by: string, components: string[], browser: string[] }[]} */
export function routeRows() {
  // What several tests of a screen share stands in a rig beside them, often the screen itself.
  const components = withShared(texts('frontend/src', '.test.tsx'), texts('frontend/src', '.rig.tsx'));
  const browser = withShared(texts('e2e/src', '.e2e.ts'), texts('e2e/src', 'routes.ts'));
  return routesIn(read(TABLE)).map(({ path, component }) => ({
    path,
    component,
    by: SPECIFIED.has(path) ? 'specification' : 'ours',
    components: components
      .filter(
        ({ text }) =>
          new RegExp(`<${component}\\b|'${component}'`).test(text) ||
          (text.includes('renderApp') && opens(text, path, { inBrowser: false })),
      )
      .map(({ path: file }) => file),
    browser: browser.filter(({ text }) => opens(text, path)).map(({ path: file }) => file),
  }));
}

/** @returns {string[]} */
export function routeProblems(rows = routeRows()) {
  const there = new Set(rows.map(({ path }) => path));
  return [
    ...[...SPECIFIED].filter((path) => !there.has(path)).map((path) => `${path} of the specification is no route`),
    ...rows.filter((row) => row.components.length === 0).map(({ path, component }) => `${path}: no component test has ${component}`),
    ...rows.filter((row) => row.browser.length === 0).map(({ path }) => `${path}: no browser test opens it`),
  ];
}

export function routesPage() {
  const short = (files, cut) => files.map((file) => file.replace(cut, '')).join(', ');
  const rows = routeRows().map(
    ({ path, component, by, components, browser }) =>
      `| \`${path}\` | ${by} | ${component} | ${short(components, /^frontend\/src\/|\.test\.tsx$/g)} | ${short(browser, /^e2e\/src\/|\.e2e\.ts$/g)} |`,
  );
  return `# Routes\n\nGenerated by \`npm run docs\` from \`${TABLE}\` and the tests. Component tests are \`frontend/src/<name>.test.tsx\`, browser tests \`e2e/src/<name>.e2e.ts\`. An empty cell is a route that no such test opens.\n\n| Route | Named by | Screen | Component tests | Browser tests |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/**
 * What the committed page says and is not so: a row that is missing or too many, a test that does not open its route any more. A
 * new test need not be on the page.
 * @returns {string[]}
 */
export function pageProblems(page = read(PAGE), rows = routeRows()) {
  const said = [...page.matchAll(/^\| `([^`]+)` \| [^|]+ \| (\w+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, path, screen, ...tests]) => ({
    path,
    screen,
    files: tests.flatMap((list, i) =>
      list.split(', ').map((name) => (i === 0 ? `frontend/src/${name}.test.tsx` : `e2e/src/${name}.e2e.ts`)),
    ),
  }));
  const now = new Map(rows.map((row) => [row.path, row]));
  return [
    ...rows.filter(({ path }) => !said.some((row) => row.path === path)).map(({ path }) => `${path} is not on the page`),
    ...said.flatMap(({ path, screen, files }) => {
      const row = now.get(path);
      if (row?.component !== screen) return [`${path} is no route with the screen ${screen}`];
      return files.filter((file) => ![...row.components, ...row.browser].includes(file)).map((file) => `${path} is not opened by ${file}`);
    }),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(ROOT, PAGE), routesPage());
