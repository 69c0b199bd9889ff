import { articlesOf, contentOf, isContent } from './content.mjs';

/** Vite: articles and their search texts as data modules. */
export function content() {
  return {
    name: 'linqr-content',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0];
      if (!isContent(path)) return null;
      if (path.endsWith('.sections')) for (const file of articlesOf(path)) this.addWatchFile(file);
      // A parsed string is read faster than a literal, and keeps the minifier out of the prose.
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(contentOf(path)))});`, map: null };
    },
  };
}
