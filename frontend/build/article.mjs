// Markdown → plain data, at build time: the browser gets no Markdown library, no highlighter and no HTML to trust.
// The shapes are declared in src/components/article/article.types.ts.
import { common, createLowlight } from 'lowlight';
import { marked } from 'marked';

const highlighter = createLowlight(common);
/** Fence → name on the tab; `text` and whatever is not here stays plain. */
const LANGUAGES = {
  sh: ['bash', 'curl'],
  bash: ['bash', 'Shell'],
  js: ['javascript', 'JavaScript'],
  py: ['python', 'Python'],
  json: ['json', 'JSON'],
  yaml: ['yaml', 'YAML'],
  http: [null, 'HTTP'],
  csv: [null, 'CSV'],
  text: [null, 'Text'],
};
const NOTES = { NOTE: 'info', TIP: 'success', WARNING: 'warning' };

/** `{ blocks, headings, sections }` of one article. Anything this dialect does not know is an error with its line. */
export function compileArticle(markdown, name = 'article') {
  const headings = [];
  const sections = [{ id: '', title: '', text: '' }];
  const ids = new Set();
  const fail = (what) => {
    throw new Error(`${name}: ${what}`);
  };

  function inlines(tokens) {
    const out = [];
    for (const token of tokens) {
      const one = inline(token);
      if (typeof one === 'string' && typeof out.at(-1) === 'string') out[out.length - 1] += one;
      else out.push(one);
    }
    return out;
  }
  function inline(token) {
    switch (token.type) {
      case 'text':
        return token.tokens ? { b: '', c: inlines(token.tokens) } : plain(token.text);
      case 'escape':
        return plain(token.text);
      case 'strong':
        return { b: 'strong', c: inlines(token.tokens) };
      case 'em':
        return { b: 'em', c: inlines(token.tokens) };
      case 'codespan':
        return { code: plain(token.text) };
      case 'link':
        return { href: token.href, c: inlines(token.tokens) };
      case 'br':
        return ' ';
      default:
        return fail(`inline ${token.type} is not taken: ${token.raw}`);
    }
  }

  function blocks(tokens) {
    const out = [];
    for (const token of tokens) {
      const one = block(token);
      if (!one) continue;
      // Fences that follow each other without a word between them are the same thing in several languages.
      const before = out.at(-1);
      if (one.t === 'code' && before?.t === 'code') before.samples.push(...one.samples);
      else out.push(one);
    }
    return out;
  }
  function block(token) {
    switch (token.type) {
      case 'space':
        return undefined;
      case 'heading':
        return heading(token);
      case 'paragraph':
        collect(token.tokens);
        return { t: 'p', c: inlines(token.tokens) };
      case 'text':
        collect(token.tokens ?? [token]);
        return { t: 'p', c: token.tokens ? inlines(token.tokens) : [plain(token.text)] };
      case 'list':
        return { t: token.ordered ? 'ol' : 'ul', items: token.items.map((item) => blocks(item.tokens)) };
      case 'code':
        return code(token);
      case 'blockquote':
        return note(token);
      case 'table':
        for (const cells of [token.header, ...token.rows]) for (const cell of cells) collect(cell.tokens);
        return {
          t: 'table',
          head: token.header.map((cell) => inlines(cell.tokens)),
          rows: token.rows.map((row) => row.map((cell) => inlines(cell.tokens))),
        };
      default:
        return fail(`block ${token.type} is not taken: ${token.raw}`);
    }
  }
  function heading(token) {
    if (token.depth < 2 || token.depth > 3) fail(`headings are ## or ###: ${token.raw}`);
    const title = textOf(token.tokens);
    const id = slug(title);
    if (ids.has(id)) fail(`two headings are called ${title}`);
    ids.add(id);
    headings.push({ id, title, level: token.depth });
    sections.push({ id, title, text: '' });
    return { t: 'h', level: token.depth, id, c: inlines(token.tokens) };
  }
  function code(token) {
    const [fence, ...rest] = (token.lang ?? '').split(' ');
    const [grammar, label] = LANGUAGES[fence] ?? fail(`a code block names no known language: ${token.raw.slice(0, 60)}`);
    const title = rest.join(' ') || label;
    sections.at(-1).text += ` ${token.text}`;
    return { t: 'code', samples: [{ label: title, parts: highlight(token.text, grammar) }] };
  }
  function note(token) {
    const kind = /^\[!(NOTE|TIP|WARNING)\]\n?/.exec(token.text);
    if (!kind) fail(`a quote starts with [!NOTE], [!TIP] or [!WARNING]: ${token.raw}`);
    return { t: 'note', tone: NOTES[kind[1]], c: blocks(marked.lexer(token.text.slice(kind[0].length))) };
  }
  function collect(tokens) {
    sections.at(-1).text += ` ${textOf(tokens)}`;
  }

  const compiled = blocks(marked.lexer(markdown));
  return {
    blocks: compiled,
    headings,
    sections: sections
      .map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }))
      .filter((section) => section.text || section.title),
  };
}

/** A line break in the source is a space in the text. */
const plain = (text) => text.replaceAll('\n', ' ');

function textOf(tokens) {
  return tokens.map((token) => (token.tokens ? textOf(token.tokens) : plain(token.text ?? ''))).join('');
}

export function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** `[text, class?]` pairs: what a highlighter's tree comes to when it is laid flat. */
function highlight(text, grammar) {
  if (!grammar) return [[text]];
  const parts = [];
  const walk = (node, name) => {
    if (node.type === 'text') {
      const last = parts.at(-1);
      if (last && last[1] === name) last[0] += node.value;
      else parts.push(name ? [node.value, name] : [node.value]);
      return;
    }
    const own = node.properties?.className?.find((c) => c.startsWith('hljs-'))?.slice(5);
    for (const child of node.children ?? []) walk(child, TONES[own] ?? name);
  };
  walk(highlighter.highlight(grammar, text), undefined);
  return parts;
}

/** The few tones our code blocks know. */
const TONES = {
  string: 'string',
  attr: 'name',
  attribute: 'name',
  keyword: 'keyword',
  literal: 'keyword',
  built_in: 'name',
  comment: 'quiet',
  number: 'number',
  variable: 'name',
  meta: 'keyword',
  subst: undefined,
};
