// Build time only: draws public pages to HTML. build/prerender.mjs runs it and writes the files.
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createRoutesFromElements, type RouteObject, StaticRouter } from 'react-router-dom';
import { type Head, takeHead } from '../lib/use-page-meta';
import { App } from './app';
import { tree } from './routes';
import { createStore } from './store';

export { sitePages } from './site-pages';

/** One page as a visitor without a session sees it first. Its scripts take it over with `hydrateRoot`. */
export async function drawPage(path: string): Promise<{ html: string; head: Head | undefined }> {
  takeHead();
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App store={createStore()} />
      </StaticRouter>
    </StrictMode>,
    // Outlined boundaries would need inline scripts, which the page's policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  if (html.includes('<script')) throw new Error(`${path} was drawn with an inline script`);
  // The policy forbids style attributes too; what depends on them waits for the scripts.
  return { html: html.replaceAll(/ style="[^"]*"/g, ''), head: takeHead() };
}

function patternsOf(routes: readonly RouteObject[], parent = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path ? `${parent}/${route.path}` : parent;
    if (route.children) return patternsOf(route.children, path);
    return route.path === '*' ? [] : [path || '/'];
  });
}

/** Every address the app has a screen for: '/analytics/:id'. The server answers others with 404. */
export const screenPatterns: string[] = [...new Set(patternsOf(createRoutesFromElements(tree)))];
