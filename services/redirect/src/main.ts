import { runEdge } from './process/run.edge.js';

await runEdge();
