// A page that was drawn at build time can be read before its scripts are there: they are fetched once it has been painted, so
// that on a slow line they take nothing from its styles and its font. The tag of this file names them, the entry first.
const [entry, ...others] = document.currentScript.dataset.scripts.split(' ');
/** Longest wait for a paint that is not reported: the tab was put into the background, or nothing is painted at all. */
const LONGEST_WAIT_MS = 1_500;
let isFetched = false;

// A form that is sent before its script is there would leave the page, with what was typed in the address. It is held back
// and sent again by lib/form/typed-early.ts, which takes the attribute away from a form that is alive.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!form.hasAttribute('data-waits')) return;
    event.preventDefault();
    form.wasSent = true;
  },
  { capture: true },
);

function fetchScripts() {
  if (isFetched) return;
  isFetched = true;
  for (const href of others) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  const script = document.createElement('script');
  script.type = 'module';
  script.src = entry;
  document.head.append(script);
}

if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) {
  fetchScripts();
} else {
  new PerformanceObserver((painted) => {
    if (painted.getEntriesByName('first-contentful-paint').length > 0) fetchScripts();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(fetchScripts, LONGEST_WAIT_MS);
}
