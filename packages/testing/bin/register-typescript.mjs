// `node --import <this file> program.ts`: runs our TypeScript sources without a build, workspaces included, so that a process
// started by a test is never a stale one. Development only.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
