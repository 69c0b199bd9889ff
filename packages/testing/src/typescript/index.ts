// Running our TypeScript sources in processes of their own.
import { fileURLToPath } from 'node:url';

/** Arguments for `node` or fork's execArgv that let the process run `.ts` sources of this repository without a build. */
export function typescriptArguments(): string[] {
  return ['--import', new URL('../../bin/register-typescript.mjs', import.meta.url).href, '--enable-source-maps'];
}

/** Path of a source file of this repository, from its root. */
export function sourcePath(fromRoot: string): string {
  return fileURLToPath(new URL(`../../../../${fromRoot}`, import.meta.url));
}
