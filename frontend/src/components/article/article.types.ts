/** Running text. `b` is emphasis, `href` a link ('/…' stays inside the app), `code` a literal. */
export type Inline = string | { b: '' | 'strong' | 'em'; c: Inline[] } | { href: string; c: Inline[] } | { code: string };

/** One language of a code sample; `parts` are `[text, tone?]`. */
export interface Sample {
  label: string;
  parts: [text: string, tone?: string][];
}

export type Block =
  | { t: 'p'; c: Inline[] }
  | { t: 'h'; level: 2 | 3; id: string; c: Inline[] }
  | { t: 'ul' | 'ol'; items: Block[][] }
  | { t: 'code'; samples: Sample[] }
  | { t: 'note'; tone: 'info' | 'success' | 'warning'; c: Block[] }
  | { t: 'table'; head: Inline[][]; rows: Inline[][][] };

export interface Heading {
  id: string;
  title: string;
  level: 2 | 3;
}

/** What build/article.mjs makes of a Markdown file. */
export interface Article {
  blocks: Block[];
  headings: Heading[];
}

/** The text under one heading, for the search. `article` is its path below the folder: 'links/passwords'. */
export interface Section {
  article: string;
  id: string;
  title: string;
  text: string;
}
