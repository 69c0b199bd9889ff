/** Vite's chunk groups: everything the entry imports, to any depth, in two files: packages (which change seldom) and our own. */
export function firstLoad(entry) {
  let reachable;
  const walk = (id, context) => {
    if (reachable.has(id)) return;
    reachable.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) walk(next, context);
  };
  const name = (id, context) => {
    if (!reachable) {
      reachable = new Set();
      walk(entry, context);
    }
    if (!reachable.has(id)) return null;
    return id.includes('/node_modules/') ? 'packages' : 'start';
  };
  return { groups: [{ name }] };
}
