// Turns the built index.html into one file for each public page, drawn ahead, and `app.html` for all other screens.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** The server puts the installation's own origins in their place. */
const APP_ORIGIN = '__APP_ORIGIN__';
const SLOT = /<!--page-->[\s\S]*<!--\/page-->/;
const ROOT = '<div id="root"></div>';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** '/' → index.html, '/docs/api' → docs/api.html */
export const fileOf = (path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Vite: after the client's build, draws the pages into the same folder. */
export function prerender({ plugins }) {
  let config;
  return {
    name: 'linqr-prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const dist = resolve(config.root, config.build.outDir);
      const scratch = join(config.root, 'node_modules/.cache', `linqr-draw-${process.pid}`);
      try {
        await build({
          root: config.root,
          configFile: false,
          logLevel: 'warn',
          plugins: plugins(),
          resolve: { alias: config.resolve.alias },
          publicDir: false,
          ssr: {
            noExternal: true,
            external: ['react', 'react-dom', 'react-router-dom', 'react-router', 'react-redux', '@reduxjs/toolkit'],
          },
          build: { ssr: 'src/app/draw-page.tsx', outDir: scratch, assetsInlineLimit: 0, target: 'es2022' },
        });
        await writePages(dist, await import(pathToFileURL(join(scratch, 'draw-page.js')).href));
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

async function writePages(dist, { drawPage, sitePages, screenPatterns }) {
  const template = await readFile(join(dist, 'index.html'), 'utf8');
  const { page: patient, scripts } = withoutScripts(template);
  if (!SLOT.test(template) || !template.includes(ROOT)) throw new Error('index.html has lost the places that pages are drawn into');
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  for (const { path, modules } of sitePages) {
    const { html, head } = await drawPage(path);
    if (!head) throw new Error(`${path} says nothing about itself (usePageMeta)`);
    const page = patient
      .replace(SLOT, () => `${headOf(path, head)}\n    ${linksOf(modules, manifest, scripts)}`)
      .replace(ROOT, () => `<div id="root" data-page="${path}">${html}</div>`);
    const file = join(dist, fileOf(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, page);
  }
  await writeFile(join(dist, 'app.html'), template.replace(SLOT, '<title>Linqr</title>\n    <meta name="robots" content="noindex" />'));
  const paths = sitePages.map(({ path }) => path);
  const entries = paths.map((path) => `  <url><loc>${APP_ORIGIN}${path}</loc></url>`).join('\n');
  await writeFile(
    join(dist, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
  );
  await writeFile(join(dist, 'site.json'), `${JSON.stringify({ pages: paths, screens: screenPatterns }, null, 1)}\n`);
}

function headOf(path, head) {
  const address = `${APP_ORIGIN}${path}`;
  const title = escaped(head.fullTitle);
  const description = escaped(head.description);
  const lines = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta name="robots" content="${head.hidden ? 'noindex' : 'index, follow'}" />`,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
  ];
  // Data, not a script: browsers do not run it and the page's policy does not touch it.
  if (head.jsonLd) lines.push(`<script type="application/ld+json">${JSON.stringify(head.jsonLd).replaceAll('<', '\\u003c')}</script>`);
  return lines.join('\n    ');
}

const SCRIPT = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g;

/** What is drawn already can be read while its scripts come: public/after-paint.js fetches them. The entry is the first. */
function withoutScripts(template) {
  const scripts = [...template.matchAll(SCRIPT)].map(([, address]) => address);
  if (scripts.length === 0) throw new Error('index.html has lost its scripts');
  return { page: template.replaceAll(SCRIPT, ''), scripts };
}

/** Styles of the page's own modules, and its scripts for after its first paint. */
function linksOf(modules, manifest, scripts) {
  const entry = new Set(chunksOf('index.html', manifest));
  const own = [...new Set(modules.flatMap((module) => [...chunksOf(module, manifest)]))].filter((key) => !entry.has(key));
  const styles = new Set(own.flatMap((key) => manifest[key].css ?? []));
  const entryStyles = new Set([...entry].flatMap((key) => manifest[key].css ?? []));
  return [
    ...[...styles].filter((file) => !entryStyles.has(file)).map((file) => `<link rel="stylesheet" href="/${file}" />`),
    `<script async src="/after-paint.js" data-scripts="${[...scripts, ...own.map((key) => `/${manifest[key].file}`)].join(' ')}"></script>`,
  ].join('\n    ');
}

function chunksOf(key, manifest, found = new Set()) {
  if (found.has(key)) return found;
  if (!manifest[key]) throw new Error(`a page names a module that is not in the build: ${key}`);
  found.add(key);
  for (const next of manifest[key].imports ?? []) chunksOf(next, manifest, found);
  return found;
}
