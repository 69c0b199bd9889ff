import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { screenPattern } from './screen-pattern.js';
import { type Origins, SitePages } from './site-pages.js';

/** What the build says about itself (frontend/build/prerender.mjs). */
interface SiteFile {
  /** Addresses of pages that were drawn ahead: '/docs/api'. */
  pages: string[];
  /** Addresses of screens: '/analytics/:id'. */
  screens: string[];
}

/** Origins are written into these and the pages: the build does not know where it will be installed. */
const TEXTS = { '/robots.txt': 'text/plain', '/sitemap.xml': 'application/xml' };
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
};
const ENCODINGS = { br: 'br', gz: 'gzip' } as const;

/**
 * The built frontend on one machine: hashed assets for a year, compressed as the build left them; public pages as they were
 * drawn; every other screen's address to the app; 404, with the app, for addresses that are none.
 */
export function serveSite(app: Express, folder: string, origins: Origins): void {
  const pages = new SitePages(folder, origins);
  const addresses = siteAddresses(folder);

  app.use('/assets', ...Object.keys(ENCODINGS).map((name) => packed(folder, name as keyof typeof ENCODINGS)));
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  app.get(/^\/(?!api\/|assets\/)/, (request, response, next) => {
    const { path } = request;
    const type = TEXTS[path as keyof typeof TEXTS];
    if (type) return pages.send(request, response, next, { file: path.slice(1), type });
    if (addresses().pages.has(path))
      return pages.send(request, response, next, { file: path === '/' ? 'index.html' : `${path.slice(1)}.html` });
    next();
  });
  const files = express.static(folder, { index: false, redirect: false, maxAge: '1h' });
  // A page has one address, without its ending.
  app.use((request, response, next) => (request.path.endsWith('.html') ? next() : files(request, response, next)));
  app.get(/^\/(?!api\/)/, (request, response, next) => {
    const known = addresses().screens.some((pattern) => pattern.test(request.path));
    pages.send(request, response, next, { file: 'app.html', status: known ? 200 : 404 });
  });
}

/** How long a list is believed before its file is looked at again: a newer build can be put in place under a running server. */
const LIST_MS = 1_000;

interface Addresses {
  pages: ReadonlySet<string>;
  screens: readonly RegExp[];
}

/** The addresses of the build that is in place. Without a list (no build yet) everything is the app's. */
function siteAddresses(folder: string): () => Addresses {
  const file = join(folder, 'site.json');
  let modifiedMs = -1;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let addresses: Addresses = { pages: new Set(), screens: [/^/] };
  return () => {
    if (Date.now() - lookedAt < LIST_MS) return addresses;
    lookedAt = Date.now();
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs === modifiedMs) return addresses;
      const { pages, screens } = JSON.parse(readFileSync(file, 'utf8')) as SiteFile;
      addresses = { pages: new Set(pages), screens: screens.map(screenPattern) };
      modifiedMs = mtimeMs;
    } catch {
      // Being replaced at this moment, or not there: what was known goes on.
    }
    return addresses;
  };
}

/** Sends `x.js.br` for `x.js` to whoever takes it; passes on what has no packed twin. */
function packed(folder: string, ending: keyof typeof ENCODINGS): RequestHandler {
  const serve = express.static(join(folder, 'assets'), {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
    setHeaders: (response: Response, path: string) => {
      response.setHeader('Content-Encoding', ENCODINGS[ending]);
      const type =
        TYPES[
          path
            .slice(0, -ending.length - 1)
            .split('.')
            .pop() ?? ''
        ];
      if (type) response.setHeader('Content-Type', type);
    },
  });
  return (request: Request, response: Response, next) => {
    response.vary('Accept-Encoding');
    // Encoded twins are answers to their plain address only, and a range of one would be of the packed bytes.
    if (!/\.(js|css|svg|json)$/.test(request.path) || !request.acceptsEncodings(ENCODINGS[ending]) || request.get('range')) return next();
    const { url } = request;
    request.url = `${request.path}.${ending}`;
    serve(request, response, (error) => {
      request.url = url;
      next(error);
    });
  };
}
