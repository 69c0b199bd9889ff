/** Why a process does not start, as one sentence for whoever started it. */
export class StartProblem extends Error {}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'the address is taken by another process',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'there is a file of that name',
};

export function startProblem(what: string, error: unknown): StartProblem {
  const { code, message } = error as NodeJS.ErrnoException;
  return new StartProblem(`${what}: ${(code && REASONS[code]) ?? message}.`, { cause: error });
}
