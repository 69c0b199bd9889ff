import { runService } from '@linqr/platform/service';
import { billingConfig } from './config.js';
import { wireBilling } from './wire.js';

await runService('billing', billingConfig, wireBilling);
