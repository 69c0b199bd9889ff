// Who gets the free places. Round by round, one delivery for each workspace in turn: a million waiting for one of them delay
// nobody else. Pure.

/** An endpoint with something due. */
export interface Candidate {
  endpointId: string;
  workspaceId: string;
  /** Fails, or has never taken a delivery: not to be trusted with many places. */
  doubtful: boolean;
  /** Due deliveries, counted up to the most that one endpoint may have under way. */
  due: number;
}

/** Places taken by deliveries under way in this process. */
export interface Places {
  total: number;
  doubtful: number;
  byEndpoint: ReadonlyMap<string, number>;
  byWorkspace: ReadonlyMap<string, number>;
}

export interface PlaceLimits {
  total: number;
  /** All doubtful endpoints together: whoever hangs cannot take the places of those who answer. */
  doubtful: number;
  byWorkspace: number;
  byEndpoint: number;
  byDoubtfulEndpoint: number;
}

/** Of a process with so many places. */
export function limitsFor(total: number): PlaceLimits {
  return { total, doubtful: Math.ceil(total / 2), byWorkspace: Math.max(2, Math.ceil(total / 8)), byEndpoint: 8, byDoubtfulEndpoint: 1 };
}

/** How many deliveries to claim of which endpoint. `random` in [0, 1) draws whose turn is first. */
export function allot(candidates: readonly Candidate[], taken: Places, limits: PlaceLimits, random = Math.random): Map<string, number> {
  const allotted = new Map<string, number>();
  let free = limits.total - taken.total;
  let freeDoubtful = Math.min(free, limits.doubtful - taken.doubtful);
  let round = [...inTurns(candidates, random).values()].map((queue) => ({
    queue,
    left: limits.byWorkspace - (taken.byWorkspace.get(queue[0]!.endpoint.workspaceId) ?? 0),
  }));
  for (const { queue } of round)
    for (const entry of queue) {
      const most = entry.endpoint.doubtful ? limits.byDoubtfulEndpoint : limits.byEndpoint;
      entry.left = Math.min(entry.endpoint.due, most - (taken.byEndpoint.get(entry.endpoint.endpointId) ?? 0));
    }
  while (free > 0 && round.length > 0) {
    for (const workspace of round) {
      if (free <= 0) break;
      const next = workspace.queue.find(({ left, endpoint }) => left > 0 && (!endpoint.doubtful || freeDoubtful > 0));
      if (!next || workspace.left <= 0) {
        workspace.left = 0;
        continue;
      }
      next.left--;
      workspace.left--;
      free--;
      if (next.endpoint.doubtful) freeDoubtful--;
      allotted.set(next.endpoint.endpointId, (allotted.get(next.endpoint.endpointId) ?? 0) + 1);
      // To the end: the workspace's other endpoints come first next time.
      workspace.queue.push(...workspace.queue.splice(workspace.queue.indexOf(next), 1));
    }
    round = round.filter(({ left }) => left > 0);
  }
  return allotted;
}

function inTurns(candidates: readonly Candidate[], random: () => number): Map<string, { endpoint: Candidate; left: number }[]> {
  const byWorkspace = new Map<string, { endpoint: Candidate; left: number }[]>();
  const shuffled = candidates.map((endpoint) => ({ endpoint, at: random() })).sort((a, b) => a.at - b.at);
  for (const { endpoint } of shuffled) {
    const queue = byWorkspace.get(endpoint.workspaceId) ?? [];
    queue.push({ endpoint, left: 0 });
    byWorkspace.set(endpoint.workspaceId, queue);
  }
  return byWorkspace;
}
