import { runService } from '@linqr/platform/service';
import { linkConfig } from './config.js';
import { wireLink } from './wire.js';

await runService('link', linkConfig, wireLink);
