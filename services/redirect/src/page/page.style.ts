// The one style sheet and the one script of the edge's pages; both are named by hash in the content security policy.
import { createHash } from 'node:crypto';

/** Colours and radii of the app's tokens. */
export const STYLE = `:root{color-scheme:light;--bg:#f7f8f6;--surface:#fff;--text:#131a16;--muted:#4f5a54;--border:#e3e7e2;--control:#858f88;--accent:#0b6b4f;--hover:#095940;--on:#fff;--soft:#e4f4ec;--danger:#b3241b;--dsoft:#fdecea}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#0a0f0d;--surface:#141a17;--text:#edf2ee;--muted:#a9b4ad;--border:#252d28;--control:#6d7971;--accent:#5bd6a6;--hover:#7de3bb;--on:#04150e;--soft:#12291f;--danger:#f58f86;--dsoft:#331816}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-rows:1fr auto;place-items:center;gap:24px;padding:24px 16px;background:var(--bg);color:var(--text);font:400 16px/1.5 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:440px;background:var(--surface);border:1px solid var(--border);border-radius:16px;padding:32px;box-shadow:0 2px 4px rgb(16 28 22/4%),0 8px 24px rgb(16 28 22/8%)}
.brand{display:inline-flex;align-items:center;gap:10px;color:var(--text);font-weight:640;font-size:18px;letter-spacing:-.01em;text-decoration:none}
.brand svg{width:28px;height:28px;display:block}
h1{font-size:26px;line-height:1.2;letter-spacing:-.02em;font-weight:660;margin:24px 0 8px;text-wrap:balance;overflow-wrap:anywhere}
p{margin:0 0 16px;color:var(--muted);overflow-wrap:anywhere}
p:last-child{margin-bottom:0}
.value{display:block;width:100%;margin:16px 0;padding:12px 14px;border:1px solid var(--border);border-radius:8px;background:var(--bg);color:var(--text);font:inherit;overflow-wrap:anywhere;white-space:pre-wrap;user-select:all;-webkit-user-select:all}
dl{margin:16px 0;display:grid;gap:12px}
dt{font-size:13px;color:var(--muted)}
dd{margin:2px 0 0}
dd .value{margin:0}
label{display:block;font-weight:560;font-size:14px;margin:16px 0 6px}
input{width:100%;height:48px;padding:0 14px;font:inherit;color:var(--text);background:var(--surface);border:1px solid var(--control);border-radius:8px}
.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;margin-top:16px;padding:10px 18px;font:inherit;font-weight:580;color:var(--on);background:var(--accent);border:1px solid transparent;border-radius:8px;text-decoration:none;cursor:pointer}
.button:hover{background:var(--hover)}
.button.quiet{color:var(--text);background:transparent;border-color:var(--control)}
.button.quiet:hover{background:var(--bg)}
[hidden]{display:none!important}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.error{margin:16px 0;padding:12px 14px;border-radius:8px;background:var(--dsoft);color:var(--danger)}
footer{font-size:14px;color:var(--muted);text-align:center}
footer a{color:inherit;display:inline-block;padding:10px 6px}
@media(max-width:480px){main{padding:24px 20px}}
`;

/** Without it the text is selected by one click; with it there is a button. */
export const SCRIPT = `for(const b of document.querySelectorAll("[data-copy]")){if(!navigator.clipboard)break;b.hidden=false;b.addEventListener("click",async()=>{await navigator.clipboard.writeText(document.getElementById(b.dataset.copy).textContent);b.textContent="Copied"})}`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * `form-action` names all of http(s) because browsers hold it against the redirect that follows the form, and that leads to
 * the destination.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hash(STYLE)}`,
  `script-src ${hash(SCRIPT)}`,
  "img-src 'self'",
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6b4f"/><g fill="none" stroke="#fff" stroke-width="3"><rect x="6.5" y="6.5" width="10" height="10" rx="3"/><rect x="15.5" y="15.5" width="10" height="10" rx="3"/></g><g fill="#b9f2d8"><rect x="20.5" y="6" width="5" height="5" rx="1.5"/><rect x="6" y="20.5" width="5" height="5" rx="1.5"/></g></svg>';
