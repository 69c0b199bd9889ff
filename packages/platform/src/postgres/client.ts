import type pg from 'pg';

/** What a server that is not there any more is waited for, milliseconds. */
const GOODBYE_MS = 2_000;

/** Says goodbye, and does not wait for a server that is not there any more. */
export async function endClient(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const timer = setTimeout(() => stream.destroy(), GOODBYE_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
