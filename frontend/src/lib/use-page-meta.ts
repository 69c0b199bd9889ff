import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { appOrigin } from './origins';

export interface PageMeta {
  /** 'Pricing'; the name of the product is added. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description: string;
  /** schema.org, as data. */
  jsonLd?: Record<string, unknown>;
  /** Pages that no search engine should list. */
  hidden?: boolean;
}

export interface Head extends PageMeta {
  fullTitle: string;
}

export const fullTitle = (title: string): string => (/\bLinqr\b/.test(title) ? title : `${title} · Linqr`);

/** Build time only: what the page that is being drawn says about itself. */
let drawn: Head | undefined;
export const takeHead = (): Head | undefined => {
  const head = drawn;
  drawn = undefined;
  return head;
};

function tag(selector: string, make: () => HTMLElement): HTMLElement {
  const known = document.head.querySelector<HTMLElement>(selector);
  if (known) return known;
  const made = make();
  document.head.append(made);
  return made;
}

function meta(attribute: 'name' | 'property', key: string, content: string): void {
  tag(`meta[${attribute}="${key}"]`, () => {
    const made = document.createElement('meta');
    made.setAttribute(attribute, key);
    return made;
  }).setAttribute('content', content);
}

/** Title, description, canonical address and the tags of shared links, for public pages. */
export function usePageMeta(page: PageMeta): void {
  const { pathname } = useLocation();
  const { title, description, hidden = false } = page;
  const jsonLd = page.jsonLd ? JSON.stringify(page.jsonLd) : '';
  if (typeof document === 'undefined') drawn = { ...page, fullTitle: fullTitle(title) };
  useEffect(() => {
    const address = `${appOrigin()}${pathname}`;
    document.title = fullTitle(title);
    meta('name', 'description', description);
    meta('property', 'og:title', fullTitle(title));
    meta('property', 'og:description', description);
    meta('property', 'og:url', address);
    meta('name', 'robots', hidden ? 'noindex' : 'index, follow');
    tag('link[rel="canonical"]', () => {
      const made = document.createElement('link');
      made.setAttribute('rel', 'canonical');
      return made;
    }).setAttribute('href', address);
    document.head.querySelector('script[type="application/ld+json"]')?.remove();
    if (!jsonLd) return;
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.textContent = jsonLd;
    document.head.append(script);
  }, [title, description, hidden, jsonLd, pathname]);
}
