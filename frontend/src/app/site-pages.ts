import { docs } from '../features/library/docs-library';
import { help } from '../features/library/help-library';
import { type Library, pathOf } from '../features/library/library';

/** A page that is drawn at build time, so that it is there before any script is. */
export interface SitePage {
  path: string;
  /** Its modules besides the entry, by their source: their styles belong into the page. */
  modules: string[];
}

const marketing = (path: string): SitePage => ({ path: `/${path}`, modules: [`src/features/marketing/${path}-page.tsx`] });

function pagesOf(library: Library, module: string): SitePage[] {
  return [
    { path: library.base, modules: [module] },
    ...library.categories.flatMap((category) => [
      { path: pathOf(library, category), modules: [module] },
      ...category.topics.map((topic) => ({
        path: pathOf(library, category, topic),
        modules: [module, `src/content/en${library.base}/${category.key}/${topic.key}.md`],
      })),
    ]),
  ];
}

/** Every page that search engines should know, in the order of the site map. */
export const sitePages: SitePage[] = [
  { path: '/', modules: [] },
  ...['features', 'pricing', 'about', 'privacy', 'terms'].map(marketing),
  { path: '/api', modules: ['src/features/api-reference/api-reference-page.tsx'] },
  { path: '/contact', modules: ['src/features/contact/contact-page.tsx'] },
  { path: '/report', modules: ['src/features/report/report-page.tsx'] },
  { path: '/status', modules: ['src/features/status/status-page.tsx'] },
  ...pagesOf(docs, 'src/features/library/docs-pages.tsx'),
  ...pagesOf(help, 'src/features/library/help-pages.tsx'),
];
