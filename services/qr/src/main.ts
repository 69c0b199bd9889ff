import { runService } from '@linqr/platform/service';
import { qrConfig } from './config.js';
import { wireQr } from './wire.js';

await runService('qr', qrConfig, wireQr);
