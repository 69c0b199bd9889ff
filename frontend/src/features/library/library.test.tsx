import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Block, Inline } from '../../components/article/article.types';
import { FakeApi } from '../../testing/fake-api';
import { renderApp, renderWithStore } from '../../testing/render-app';
import { docs } from './docs-library';
import { help } from './help-library';
import { type Library, pathOf, placesOf } from './library';
import { LibrarySearch } from './library-search';
import { excerptOf, openIndex } from './search-index';

/** Screens that articles may lead to, besides articles. */
const SCREENS = new Set(
  `/ /features /pricing /docs /api /help /about /contact /privacy /terms /status /report /login /register /forgot-password /dashboard
   /dashboard/subscription /qr-codes /analytics /settings /billing /webhooks /api-keys /domains`.split(/\s+/),
);
const libraries: [string, Library][] = [
  ['the documentation', docs],
  ['the help center', help],
];

const linksOf = (parts: readonly Inline[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string' || 'code' in part) return [];
    return 'href' in part ? [part.href, ...linksOf(part.c)] : linksOf(part.c);
  });

function linksIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.t === 'p' || block.t === 'h') return linksOf(block.c);
    if (block.t === 'note') return linksIn(block.c);
    if (block.t === 'table') return [...block.head, ...block.rows.flat()].flatMap(linksOf);
    return block.t === 'code' ? [] : block.items.flatMap(linksIn);
  });
}

describe.each(libraries)('%s', (_name, library) => {
  test('lists exactly the articles that exist', async () => {
    const { default: sections } = await library.loadSections();
    const written = new Set(sections.map((section) => section.article));
    const listed = placesOf(library).map(({ category, topic }) => `${category.key}/${topic.key}`);
    expect([...written].sort()).toEqual([...new Set(listed)].sort());
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('every link in an article leads to a screen, an article or a heading that exists', async () => {
    const known = new Map<string, Set<string>>();
    for (const each of [docs, help]) {
      known.set(each.base, new Set());
      for (const category of each.categories) known.set(pathOf(each, category), new Set());
      for (const { path, topic } of placesOf(each)) known.set(path, new Set((await topic.load()).default.headings.map(({ id }) => id)));
    }
    const dead: string[] = [];
    for (const { path, topic } of placesOf(library)) {
      const { default: article } = await topic.load();
      for (const href of linksIn(article.blocks)) {
        if (/^https:/.test(href)) continue;
        const [target = '', hash = ''] = href.split('#');
        const headings = known.get(target || path);
        const exists = SCREENS.has(target) || (headings !== undefined && (hash === '' || headings.has(hash)));
        if (!exists) dead.push(`${path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });
});

describe('searching', () => {
  test.each([
    ['password', '/docs/links/passwords'],
    ['webhook signature', '/docs/webhooks/verify'],
    ['custom domain', '/docs/custom-domains/connect'],
    ['rate limit', '/docs/api/rate-limits'],
    ['unique visitors', '/docs/analytics/what-counts'],
    ['Idempotency-Key', '/docs/api/idempotency'],
    ['csv import', '/docs/links/import-export'],
    ['passkey', '/docs/account/two-factor'],
    ['retri', '/docs/webhooks/delivery'],
    ['pasword', '/docs/links/passwords'],
  ])('“%s” finds %s among the first three', async (query, path) => {
    const find = await openIndex(docs);
    expect(
      find(query)
        .slice(0, 3)
        .map(({ to }) => to.split('#')[0]),
    ).toContain(path);
  });

  test('an excerpt shows the words that were found, however far down they are', () => {
    const text = `${'before '.repeat(100)}the needle is here ${'after '.repeat(100)}`;
    expect(excerptOf(text, ['needle'])).toMatch(/^… .*needle.* …$/);
    expect(excerptOf('short', ['needle'])).toBe('short');
  });

  test('by keyboard: results appear while typing, arrows choose, Enter opens at the heading', async () => {
    const { user, where, container } = renderWithStore(<LibrarySearch library={docs} />);
    const box = screen.getByRole('combobox', { name: 'Search the documentation' });
    await user.click(box);
    await user.paste('xyzzyqwv');
    expect(await screen.findByText(/Nothing found for/)).toBeInTheDocument();
    await user.clear(box);
    await user.paste('verify signature');
    const options = await screen.findAllByRole('option');
    expect(options[0]).toHaveAttribute('aria-selected', 'true');
    expect(await axe(container)).toHaveNoViolations();
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await waitFor(() => expect(where.pathname).toBe('/docs/webhooks/verify'));
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });
});

describe('the screens', () => {
  test.each(['/docs', '/docs/links', '/docs/links/create', '/help', '/help/links', '/help/links/link-not-working'])(
    '%s has no accessibility problems and names itself',
    async (path) => {
      new FakeApi();
      const { container } = renderApp(path);
      expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
      expect(await axe(container)).toHaveNoViolations();
      expect(document.title).toMatch(/ · Linqr$/);
      expect(document.head.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `${window.location.origin}${path}`);
      expect(document.head.querySelector('meta[name="description"]')?.getAttribute('content')).toBeTruthy();
    },
  );

  test('an article leads to the one before and the one after', async () => {
    new FakeApi();
    const { user, where } = renderApp('/docs/links/create');
    expect(await screen.findByRole('link', { name: /Previous.*Keyboard shortcuts/ })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: /Next.*Aliases and endings/ }));
    await waitFor(() => expect(where.pathname).toBe('/docs/links/aliases'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Aliases and endings' })).toBeInTheDocument();
  });

  test('the table of contents leads to each heading', async () => {
    new FakeApi();
    renderApp('/docs/links/create');
    const contents = await screen.findByRole('navigation', { name: 'On this page' });
    for (const link of within(contents).getAllByRole('link'))
      expect(document.getElementById(link.getAttribute('href')?.slice(1) ?? '')).toBeInTheDocument();
  });

  test('choosing a language of one sample chooses it for all', async () => {
    new FakeApi();
    const { user } = renderApp('/docs/links/create');
    const buttons = await screen.findAllByRole('button', { name: 'Python' });
    expect(buttons.length).toBeGreaterThan(1);
    await user.click(buttons[0] as HTMLElement);
    for (const button of screen.getAllByRole('button', { name: 'Python' })) expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(
      screen.getAllByText((_text, element) => element?.tagName === 'CODE' && /import os, requests/.test(element.textContent ?? '')).length,
    ).toBeGreaterThan(0);
  });

  test.each(['/docs/nothing', '/docs/links/nothing', '/help/nothing', '/help/links/nothing'])('%s is not found', async (path) => {
    new FakeApi();
    renderApp(path);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
});
