// The launcher as a process: signals, sentences, exit codes.
import { ConfigError, loadConfig } from '@linqr/platform/config';
import type { launcherConfig } from '../config.js';
import { paint, type Say } from '../terminal/index.js';
import { type InstallationOptions, RunningInstallation } from './installation.js';
import { StartError } from './start-error.js';

export type RunOptions = Omit<InstallationOptions, 'config' | 'environment' | 'say'> & { schema: typeof launcherConfig };

/** Exit code 0 after a stop that was asked for, 1 when it cannot start. */
export async function runInstallation({ schema, ...options }: RunOptions): Promise<void> {
  const say: Say = (line) => process.stdout.write(`${line}\n`);
  // A terminal that is gone must not keep us from stopping in order.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  let installation: RunningInstallation | undefined;
  let asked = 0;
  const stopAsked = () => {
    asked++;
    if (asked === 1) {
      say('Stopping …');
      void (installation?.stop() ?? Promise.resolve()).then(() => {
        say('Stopped.');
        process.exit(0);
      }, stopFailed);
    } else if (asked === 2) {
      say('Stopping at once …');
      void (installation?.force() ?? Promise.resolve()).then(() => process.exit(0), stopFailed);
    }
  };
  const stopFailed = (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAsked);
  // A test that started us over IPC is gone.
  if (process.send) process.once('disconnect', stopAsked);
  try {
    const config = loadConfig(schema);
    installation = await RunningInstallation.start({ ...options, config, environment: process.env, say }, (created) => {
      installation = created;
    });
  } catch (error) {
    if (asked > 0) return;
    const known = error instanceof StartError || error instanceof ConfigError;
    process.stderr.write(`${paint('red', known ? (error as Error).message : `Linqr could not start: ${(error as Error).message}`)}\n`);
    process.exit(1);
  }
  const { file } = installation;
  if (!file) return;
  // Since the process began: the build is in it.
  const seconds = (performance.now() / 1_000).toFixed(1);
  const title = file.missing.length > 0 ? `Linqr is up without ${file.missing.join(', ')}` : 'Linqr is ready';
  say('');
  say(`${paint('bold', title)} (${seconds} s)`);
  say(`  App          ${paint('cyan', file.appUrl)}`);
  say(`  Short links  ${paint('cyan', `${file.shortUrl}/…`)}`);
  say(`  Mailbox      ${paint('cyan', file.mailboxUrl)}`);
  say(`  Data         ${file.dataFolder}`);
  if (!file.databaseFolder.startsWith(file.dataFolder)) say(`  Database     ${file.databaseFolder}`);
  say('  Ctrl-C stops everything.');
}
