// What a whole installation costs, started as a newcomer starts it.
import { join } from 'node:path';
import { startProduct } from '@linqr/testing/product';
import { openAccount } from '../account.js';
import { freshness, lifeOfAClick } from './product.clicks.js';
import { creation, resolving } from './product.links.js';
import type { Row } from './row.js';
import type { Outcome, Settings } from './settings.js';
import type { Stage } from './stage.js';

export async function measureProduct({ folder, quick }: Settings): Promise<Outcome> {
  const product = await startProduct({
    dataDir: join(folder, 'product'),
    environment: {
      EDGE_CLICK_ID_HEADER: 'true',
      THROTTLE_FACTOR: '100',
      SIGN_IN_CALLS_PER_MINUTE: '10000',
      REQUESTS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const account = await openAccount(product, { trial: true });
    const stage: Stage = { product, account, quick };
    const rows: Row[] = [];
    const made = await creation(stage);
    rows.push(...made.rows);
    rows.push(await resolving(stage, made.urls));
    rows.push(...(await lifeOfAClick(stage, made.urls)));
    rows.push(...(await freshness(stage, made.urls)));
    return { rows };
  } finally {
    await product.stop();
  }
}
