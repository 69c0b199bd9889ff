// A build takes its time, and a running server serves the folder all the while: so it is made beside and put in place whole.
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

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
