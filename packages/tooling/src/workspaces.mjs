// Every workspace has the standard scripts, and no two of them pin different versions of one package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const STANDARD_SCRIPTS = ['build', 'test'];

/** @returns {string[]} problems, empty when all is well */
export function workspaceProblems() {
  const problems = [];
  const pinned = new Map();
  for (const folder of workspaceFolders()) {
    const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    for (const script of STANDARD_SCRIPTS) if (!manifest.scripts?.[script]) problems.push(`${folder}: script "${script}" is missing`);
    if (!existsSync(join(ROOT, folder, 'README.md'))) problems.push(`${folder}: README.md is missing`);
    for (const [name, version] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })) {
      const first = pinned.get(name);
      if (first && first.version !== version) problems.push(`${name}: ${folder} wants ${version}, ${first.folder} wants ${first.version}`);
      else pinned.set(name, { folder, version });
    }
  }
  return problems;
}

/** Folders of all workspaces, relative to the root. */
export function workspaceFolders() {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return workspaces.flatMap((pattern) => expand(pattern)).filter((folder) => existsSync(join(ROOT, folder, 'package.json')));
}

function expand(pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const base = pattern.slice(0, -2);
  return readdirSync(join(ROOT, base), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${base}/${entry.name}`);
}
