import { runService } from '@linqr/platform/service';
import { analyticsConfig } from './config.js';
import { migrateAnalytics, wireAnalytics } from './wire.js';

await runService('analytics', analyticsConfig, wireAnalytics, migrateAnalytics);
