// What the bundler and the tests make of the articles: `x.md` → the compiled article; `x.sections` (a file that names a
// folder) → the text of every article in that folder by heading, for the search.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compileArticle } from './article.mjs';

export const isContent = (path) => path.endsWith('.md') || path.endsWith('.sections');

/** The folder's Markdown files, in a fixed order. */
export function articlesOf(sectionsFile) {
  const folder = join(dirname(sectionsFile), readFileSync(sectionsFile, 'utf8').trim());
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => join(folder, file));
}

/** The default export of the module at `path`, as data. */
export function contentOf(path) {
  if (path.endsWith('.md')) {
    const { blocks, headings } = compileArticle(readFileSync(path, 'utf8'), path);
    return { blocks, headings };
  }
  const folder = join(dirname(path), readFileSync(path, 'utf8').trim());
  return articlesOf(path).flatMap((file) => {
    const article = relative(folder, file).replace(/\.md$/, '').replaceAll('\\', '/');
    return compileArticle(readFileSync(file, 'utf8'), file).sections.map((section) => ({ article, ...section }));
  });
}
