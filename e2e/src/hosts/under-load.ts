// A disturbance while redirects and API calls go on; then the oracle.
import { startApiLoad } from './api-load.js';
import { type Journal, startLoad } from './load.js';
import { judgeClicks, lostWrites, settled } from './oracle.js';
import { type Row, tellCalls, tellRedirects } from './report.js';
import { type Stage, warm } from './stage.js';

const API_WORKERS = 2;
const API_CALLS_PER_SECOND = 4;

export interface Disturbance {
  id: string;
  fault: string;
  /** Answers with what it did, in words, and whether its own limits held. Clicks of its own go into the journal. */
  disturb: (journal: Journal) => Promise<{ told: string; held?: boolean }>;
}

/** Passed: no redirect and no API call failed, no click lost or double, every acknowledged write there, every process whole. */
export async function underLoad(stage: Stage, { id, fault, disturb }: Disturbance): Promise<Row> {
  await warm(stage);
  const before = await settled(stage);
  const troublesBefore = new Map(stage.processes.map((each) => [each, each.troubles.length]));
  const load = startLoad(
    stage.edges,
    stage.links.map(({ path }) => path),
    stage.rate,
  );
  const apiLoad = startApiLoad(stage.api, API_WORKERS, API_CALLS_PER_SECOND);
  let outcome: Awaited<ReturnType<typeof disturb>>;
  try {
    outcome = await disturb(load.journal);
  } finally {
    await Promise.all([load.stop(), apiLoad.stop()]);
  }
  const { journal } = load;
  const verdict = await judgeClicks(stage, before, journal);
  const lost = await lostWrites(stage, apiLoad.journal);
  const troubles = stage.processes.flatMap((each) => each.troubles.slice(troublesBefore.get(each)));
  return {
    id,
    fault,
    result: [
      outcome.told,
      tellRedirects(journal, verdict),
      tellCalls(apiLoad.journal, lost.length),
      ...(troubles.length > 0 ? [`processes: ${troubles.slice(0, 5).join(', ')}`] : []),
    ].join('; '),
    passed:
      outcome.held !== false &&
      journal.failed.size === 0 &&
      apiLoad.journal.failed.size === 0 &&
      journal.answered.size > 0 &&
      apiLoad.journal.written.size > 0 &&
      verdict.exact &&
      lost.length === 0 &&
      troubles.length === 0,
  };
}
