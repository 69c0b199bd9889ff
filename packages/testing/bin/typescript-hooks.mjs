import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = new URL('../../../', import.meta.url);

/** Sources of a workspace import; the same table as moduleNameMapper in jest.config.mjs. */
function workspaceSource(specifier) {
  const [, kind, path] = /^@linqr\/(proto|platform|testing|embedded|qr-render)(?:\/(.*))?$/.exec(specifier) ?? [];
  if (!kind) return undefined;
  if (kind === 'proto') return new URL(`proto/src/gen/${path}.ts`, root);
  return new URL(`packages/${kind}/src/${path ? `${path}/` : ''}index.ts`, root);
}

export async function resolve(specifier, context, next) {
  const source = workspaceSource(specifier);
  if (source) return { url: source.href, format: 'module', shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(fileURLToPath(url))) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), {
    filename: path,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'nodenext' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
