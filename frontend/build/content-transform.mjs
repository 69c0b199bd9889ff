import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { articlesOf, contentOf } from './content.mjs';

const compiler = readFileSync(new URL('./article.mjs', import.meta.url));

/** Jest: the same modules that the bundler makes. */
export default {
  process(_source, path) {
    return { code: `module.exports = { __esModule: true, default: ${JSON.stringify(contentOf(path))} };` };
  },
  /** A file of sections changes when any article of its folder does. */
  getCacheKey(source, path) {
    const hash = createHash('sha256').update(compiler).update(path).update(source);
    if (path.endsWith('.sections')) for (const file of articlesOf(path)) hash.update(file).update(readFileSync(file));
    return hash.digest('hex');
  },
};
