// Reaching the installation that runs on this machine's data.
import { loadConfig } from '@linqr/platform/config';
import { AppError } from '@linqr/platform/errors';
import { createGrpcClient, type Definition } from '@linqr/platform/grpc';
import { launcherConfig } from '../config.js';
import { type DataFolder, dataFolderAt } from '../data-folder/data-folder.js';
import { type InstallationFile, readInstallation } from '../launcher/run-files.js';

/** A tool's failure, told in one sentence. */
export class ToolError extends Error {
  override name = 'ToolError';
}

export interface Running {
  data: DataFolder;
  file: InstallationFile;
}

export function runningInstallation(): Running {
  const data = dataFolderAt(loadConfig(launcherConfig).LINQR_DATA_DIR);
  const file = readInstallation(data);
  if (!file) throw new ToolError(`Linqr does not run on the data in ${data.path}. Start it with "npm start" and try again.`);
  return { data, file };
}

export function clientOf<D extends Definition>(
  { file }: Running,
  name: string,
  definition: D,
  idempotent: readonly (keyof D & string)[] = [],
) {
  if (file.missing.includes(name)) throw new ToolError(`The ${name} part of this installation does not run; see its log.`);
  return createGrpcClient({ definition, target: `127.0.0.1:${file.ports[name]}`, idempotent, timeoutMs: 15_000 });
}

/** Runs the tool; a failure is one sentence and exit code 1. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    const known = error instanceof AppError || error instanceof ToolError || (error as Error).name === 'ConfigError';
    const details =
      error instanceof AppError && error.details.length > 1 ? error.details.map((detail) => `\n  ${detail.message}`).join('') : '';
    process.stderr.write(known ? `${(error as Error).message}${details}\n` : `${(error as Error).stack}\n`);
    process.exit(1);
  }
}
