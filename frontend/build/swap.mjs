// A build takes its time, and a running server serves the folder all the while: so it is made beside and put in place whole.
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Vite: builds into a folder of this process and exchanges it for `target` at the end. The last of the plugins. With `--outDir` it does nothing. */
export function swap(target) {
  let made;
  let place;
  let root;
  return {
    name: 'linqr-swap',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config(config) {
      if (config.build?.outDir) return undefined;
      made = `node_modules/.cache/linqr-build-${process.pid}`;
      return { build: { outDir: made, emptyOutDir: true } };
    },
    configResolved(config) {
      root = config.root;
      place = resolve(root, target);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!made) return;
        const fresh = resolve(root, made);
        const old = `${fresh}-old`;
        await mkdir(dirname(place), { recursive: true });
        await keepFormerAssets(place, fresh);
        // Two builds at once: the later one wins, and neither finds a folder in its way.
        for (let attempt = 1; ; attempt++) {
          await rename(place, old).catch((error) => {
            if (error.code !== 'ENOENT') throw error;
          });
          try {
            await rename(fresh, place);
            break;
          } catch (error) {
            if (attempt === 5 || !['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
            await rm(old, { recursive: true, force: true });
          }
        }
        await rm(old, { recursive: true, force: true });
      },
    },
  };
}

/** A page that is open still asks for the parts of the build it came from: those of the one build before stay. */
async function keepFormerAssets(before, after) {
  let manifest;
  try {
    manifest = JSON.parse(await readFile(join(before, '.vite/manifest.json'), 'utf8'));
  } catch {
    return; // the first build
  }
  const former = new Set(
    Object.values(manifest)
      .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
      .map((file) => basename(file)),
  );
  const [old, fresh] = await Promise.all([before, after].map((folder) => readdir(join(folder, 'assets')).catch(() => [])));
  const there = new Set(fresh);
  const kept = old.filter((file) => !there.has(file) && former.has(file.replace(/\.(br|gz)$/, '')));
  await Promise.all(kept.map((file) => copyFile(join(before, 'assets', file), join(after, 'assets', file)).catch(() => undefined)));
}
