// Looks of the mailbox, light and dark.
export const STYLE = `
:root {
  --ground: #f6f7f9; --paper: #ffffff; --ink: #14181f; --soft: #566070; --line: #dfe3e9; --accent: #1f5eff; --chosen: #e8efff;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1216; --paper: #171b21; --ink: #e7eaf0; --soft: #9aa4b2; --line: #2a303a; --accent: #8fb0ff; --chosen: #1d2a47; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); min-height: 100vh; display: flex; flex-direction: column; }
a { color: var(--accent); }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; padding: 14px 20px; border-bottom: 1px solid var(--line); background: var(--paper); }
h1 { font-size: 18px; margin: 0; }
h1 a { color: inherit; text-decoration: none; }
header p { margin: 0; color: var(--soft); }
.panes { flex: 1; display: grid; grid-template-columns: minmax(260px, 380px) 1fr; min-height: 0; }
nav { border-right: 1px solid var(--line); background: var(--paper); overflow-y: auto; max-height: calc(100vh - 56px); }
ol { list-style: none; margin: 0; padding: 0; }
li + li { border-top: 1px solid var(--line); }
nav a { display: block; padding: 12px 20px; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--chosen); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.row { display: flex; justify-content: space-between; gap: 12px; color: var(--soft); font-size: 13px; }
.to, .subject, .excerpt { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.subject { display: block; font-weight: 600; }
.excerpt { display: block; color: var(--soft); font-size: 13px; }
time { white-space: nowrap; }
main { padding: 24px; overflow-y: auto; max-height: calc(100vh - 56px); min-width: 0; }
article { max-width: 760px; margin: 0 auto; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 24px; }
h2 { margin: 0 0 12px; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
dl { margin: 0 0 20px; color: var(--soft); font-size: 14px; }
dl div { display: flex; gap: 12px; }
dt { width: 72px; flex: none; }
dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding-top: 20px; border-top: 1px solid var(--line); }
details { margin-top: 24px; }
summary { cursor: pointer; color: var(--soft); }
iframe { width: 100%; height: 480px; margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; background: #ffffff; }
.empty { color: var(--soft); padding: 20px; margin: 0; }
main .empty { text-align: center; padding-top: 20vh; }
.back { display: none; margin: 0 0 12px; }
@media (max-width: 760px) {
  .panes { grid-template-columns: 1fr; }
  nav { border-right: 0; max-height: none; }
  main { max-height: none; padding: 12px; }
  .reading nav, body:not(.reading) main { display: none; }
  .back { display: block; }
  article { padding: 16px; }
}
`;

/** Shows mail that came since, without a reload that takes the reader's place away while nothing is new. */
export const REFRESH = `
const newest = document.body.dataset.newest;
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch('/mailbox/newest');
    if (answer.ok && (await answer.text()) !== newest && !document.body.classList.contains('reading')) location.reload();
  } catch {}
}, 2000);
`;
