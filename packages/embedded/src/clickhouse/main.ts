// The process that owns the ClickHouse engine and its data folder.
import { mkdirSync } from 'node:fs';
import { loadConfig } from '@linqr/platform/config';
import { clickhouseConfig, engineFrontOptions } from './config.js';
import { openEngineFront } from './engine-front.js';

const GRACE_MS = 5_000;

try {
  const options = engineFrontOptions(loadConfig(clickhouseConfig));
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  const front = await openEngineFront(options);

  let ending = false;
  const end = async () => {
    if (!ending) {
      ending = true;
      await front.close(GRACE_MS).catch(() => false);
    }
    // exit() would hang, spinning, until a running query has ended; a kill is safe for the data.
    process.kill(process.pid, 'SIGKILL');
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
  if (process.send) process.once('disconnect', () => void end());
  process.send?.({ type: 'ready', addresses: { port: front.port } });
} catch (error) {
  process.stderr.write(`clickhouse: ${(error as Error).message}\n`);
  process.kill(process.pid, 'SIGKILL');
}
