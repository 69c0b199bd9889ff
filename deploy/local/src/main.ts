// `npm start`, after the build: everything up, and down again in order.
import { launcherConfig, repositoryRoot } from './config.js';
import { runInstallation } from './launcher/run.js';
import { manifest } from './manifest.js';

await runInstallation({ schema: launcherConfig, parts: manifest, root: repositoryRoot, withStores: true });
