import { runService } from '@linqr/platform/service';
import { authConfig } from './config.js';
import { wireAuth } from './wire.js';

await runService('auth', authConfig, wireAuth);
