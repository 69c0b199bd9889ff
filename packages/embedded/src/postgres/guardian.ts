// Ends a PostgreSQL whose starter was killed. A shell that waits on a pipe: no polling, one megabyte.
import { spawn } from 'node:child_process';

// The pipe closes when its writer is gone, however it went. Then the services get a moment to drain before the database
// goes, and only a server that still holds the folder under the same process id is told to stop: the next start may have
// taken the folder over already.
const SCRIPT = `
read -r reason
if [ "$reason" = released ]; then exit 0; fi
sleep "$3"
if [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ]; then kill -INT "$1"; fi
`;

/** Answers with the call that sends the guardian home; to be called once the server was stopped in order. */
export function guardPostgres(pid: number, folder: string, drainSeconds: number): () => void {
  // Its own session: the terminal's Ctrl-C must not reach it.
  const guardian = spawn('/bin/sh', ['-c', SCRIPT, 'linqr-postgres-guardian', String(pid), folder, String(drainSeconds)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'] },
  });
  guardian.on('error', () => {});
  guardian.stdin.on('error', () => {});
  guardian.unref();
  (guardian.stdin as unknown as { unref?: () => void }).unref?.();
  return () => guardian.stdin.end('released\n');
}
