// Ends the cluster of a test run when the run is over, crashed or killed, and removes its folder.
import { spawn } from 'node:child_process';

// $1 run process, $2 its start time (empty where unknown), $3 cluster's process, $4 folder. A zombie run counts as over.
const SCRIPT = `
same_run() {
  kill -0 "$1" 2>/dev/null || return 1
  [ -n "$2" ] && [ -r "/proc/$1/stat" ] || return 0
  stat=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) || return 1
  set -- $2 $stat
  [ "$2" != Z ] && [ "\${21}" = "$1" ]
}
while same_run "$1" "$2"; do sleep 1; done
kill -QUIT "$3" 2>/dev/null
while kill -0 "$3" 2>/dev/null && ! grep -q ') Z' "/proc/$3/stat" 2>/dev/null; do sleep 0.1; done
rm -rf "$4"
`;

export function guardTestCluster(run: { pid: number; startTime: string }, clusterPid: number, folder: string): void {
  const args = ['-c', SCRIPT, 'linqr-test-guardian', String(run.pid), run.startTime, String(clusterPid), folder];
  const guardian = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: 'ignore', env: { PATH: process.env['PATH'] } });
  guardian.on('error', () => {});
  guardian.unref();
}
