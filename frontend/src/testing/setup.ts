import './node-globals.cjs';
import '@testing-library/jest-dom/jest-globals';
import { afterEach, expect } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';

expect.extend(toHaveNoViolations);
// Two shared cores, lazy screens: waiting costs nothing when it is not needed.
configure({ asyncUtilTimeout: 10_000 });

// The start-up and the API's answers come from outside React, as in the browser; tests wait for what they cause. Only
// that warning is dropped.
/* oxlint-disable no-console -- see above */
const report = console.error;
console.error = (...args: unknown[]) => {
  if (typeof args[0] === 'string' && args[0].includes('not wrapped in act(')) return;
  report(...args);
};
/* oxlint-enable no-console */

// What jsdom lacks and our components or Radix ask for.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof window.matchMedia;

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver ??= NoResizeObserver;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;
window.scrollTo = () => undefined;

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  for (const part of document.cookie.split('; ')) {
    const name = part.split('=')[0];
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    if (name) document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
});
