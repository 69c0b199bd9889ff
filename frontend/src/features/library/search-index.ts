import MiniSearch from 'minisearch';
import type { Section } from '../../components/article/article.types';
import { type Library, placesOf } from './library';

export interface Hit {
  /** Address with the heading: '/docs/links/passwords#what-visitors-see'. */
  to: string;
  title: string;
  category: string;
  /** The heading below which it was found; empty at the top of an article. */
  heading: string;
  excerpt: string;
  /** The words of the article that matched. */
  words: string[];
}

interface Entry {
  id: number;
  to: string;
  title: string;
  category: string;
  heading: string;
  text: string;
}

const MOST_HITS = 8;
const EXCERPT_LENGTH = 140;

/** The stretch of a text around the first of the words, cut at spaces. */
export function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0), text.length);
  const wanted = at === text.length ? 0 : Math.max(0, at - EXCERPT_LENGTH / 3);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  if (text.length - start <= EXCERPT_LENGTH) return (start > 0 ? '… ' : '') + text.slice(start);
  const end = text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : start + EXCERPT_LENGTH)} …`;
}

function entriesOf(library: Library, sections: readonly Section[]): Entry[] {
  const places = new Map(placesOf(library).map((place) => [`${place.category.key}/${place.topic.key}`, place]));
  return sections.flatMap((section, id) => {
    const place = places.get(section.article);
    if (!place) return [];
    const { category, topic, path } = place;
    return {
      id,
      to: section.id ? `${path}#${section.id}` : path,
      title: topic.title,
      category: category.title,
      heading: section.title,
      text: section.id ? section.text : `${topic.summary} ${section.text}`,
    };
  });
}

/** `find(query)` over all headings of a library: titles weigh most, words may be unfinished or a letter off. */
export async function openIndex(library: Library): Promise<(query: string) => Hit[]> {
  const { default: sections } = await library.loadSections();
  const entries = entriesOf(library, sections);
  const index = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'category', 'text'],
    searchOptions: { boost: { title: 6, heading: 4, category: 2 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false) },
  });
  index.addAll(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return (query) => {
    const all = index.search(query, { combineWith: 'AND' });
    const results = all.length > 0 ? all : index.search(query, { combineWith: 'OR' });
    const perArticle = new Map<string, number>();
    const hits: Hit[] = [];
    for (const result of results) {
      const entry = byId.get(result.id as number);
      if (!entry) continue;
      // One article does not push all others out of the list.
      const count = perArticle.get(entry.title) ?? 0;
      if (count >= 2) continue;
      perArticle.set(entry.title, count + 1);
      const words = Object.keys(result.match);
      hits.push({ ...entry, words, excerpt: excerptOf(entry.text, words) });
      if (hits.length === MOST_HITS) break;
    }
    return hits;
  };
}
