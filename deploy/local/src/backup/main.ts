// `npm run backup -- FILE`, `npm run restore -- FILE`
import { loadConfig } from '@linqr/platform/config';
import { launcherConfig } from '../config.js';
import { runTool, ToolError } from '../tools/running.js';
import { backUp, restore } from './archive.js';

await runTool(async () => {
  const [command, file, ...more] = process.argv.slice(2);
  if ((command !== 'backup' && command !== 'restore') || !file || more.length > 0)
    throw new ToolError('Usage: npm run backup -- FILE.tar.gz\n       npm run restore -- FILE.tar.gz');
  const { LINQR_DATA_DIR: data } = loadConfig(launcherConfig);
  const { files, bytes } = command === 'backup' ? await backUp(data, file) : await restore(file, data);
  const size = `${files} files, ${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    command === 'backup'
      ? `Backed up ${data} to ${file} (${size}). It holds the keys: keep it safe.\n`
      : `Restored ${size} into ${data}.\n`,
  );
});
