import type { IconLink } from '@tabler/icons-react';
import type { Article, Section } from '../../components/article/article.types';

export interface Topic {
  /** The last part of its address. */
  key: string;
  title: string;
  /** One sentence: lists, search results, the page's description. */
  summary: string;
  load: () => Promise<{ default: Article }>;
}

export interface Category {
  key: string;
  title: string;
  summary: string;
  Icon: typeof IconLink;
  topics: readonly Topic[];
}

/** A body of articles: the documentation or the help center. */
export interface Library {
  /** Its root address: '/docs'. */
  base: string;
  name: string;
  search: string;
  categories: readonly Category[];
  loadSections: () => Promise<{ default: Section[] }>;
}

export interface Place {
  category: Category;
  topic: Topic;
  path: string;
}

export const pathOf = (library: Library, category: Category, topic?: Topic): string =>
  `${library.base}/${category.key}${topic ? `/${topic.key}` : ''}`;

/** Every article in reading order. */
export function placesOf(library: Library): Place[] {
  return library.categories.flatMap((category) =>
    category.topics.map((topic) => ({ category, topic, path: pathOf(library, category, topic) })),
  );
}
