// The entry of a drawing thread: one task at a time, so that a thread that hangs can be ended without losing others.
import { parentPort } from 'node:worker_threads';
import { drawImage } from './image.js';
import { cleanLogo } from './logo.js';
import type { RenderReply, RenderRequest, RenderResult, RenderTask } from './render-task.js';

async function run(task: RenderTask): Promise<RenderResult> {
  if (task.kind === 'logo') return cleanLogo(task.upload);
  return { content: await drawImage(task.payload, task.design, task.format, task.size, task.print) };
}

parentPort?.on('message', ({ id, task }: RenderRequest) => {
  run(task).then(
    (result) => parentPort?.postMessage({ id, result } satisfies RenderReply),
    (error: unknown) =>
      parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) } satisfies RenderReply),
  );
});

parentPort?.postMessage({ ready: true } satisfies RenderReply);
