// Who of a consumer group works on which partition. kafkajs knows no static membership, and brokers miss a killed member
// only after its session (6 s), during which it is given a share all the same. With the usual round robin, where members are
// killed every few seconds, a share passes from one dead newcomer to the next and nobody works on it for minutes. So:
//   - a share is given only to members that have joined, lived on, and joined again;
//   - of two groupings that follow each other at once, the second gives the oldest member the partitions it did not have in
//     the first: what fell to a dead one has somebody in the next.
import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

/** In the group's protocol: all members must offer the same name, so it changes only with what members tell each other. */
const NAME = 'LinqrProvenRoundRobin';
const VERSION = 1;

/** How long a newcomer lives before it joins again, as one that gets a share. */
export const PROBATION_MS = 2_000;
/** Groupings closer than this follow from members that come and go: longer than it takes to miss a dead one. */
const UNREST_MS = 15_000;

/** What one member knows of its own standing, over all its consumers. */
export class Standing {
  private joinedMs: number | undefined;
  private told = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Asked whenever a request to join is sent: milliseconds since the first join; 0 before. */
  tell(): number {
    this.told = this.joinedMs === undefined ? 0 : Math.floor(this.now() - this.joinedMs);
    return this.told;
  }

  /** After a join that gave it `partitions`: when to join again to get a share, in milliseconds; undefined: not at all. */
  joined(partitions: number): number | undefined {
    this.joinedMs ??= this.now();
    return partitions > 0 || isProven(this.told) ? undefined : Math.max(0, this.joinedMs + PROBATION_MS - this.now());
  }
}

const isProven = (ageMs: number) => ageMs >= PROBATION_MS;

export interface Candidate {
  memberId: string;
  topics: readonly string[];
  /** As it told when it asked to join. */
  ageMs: number;
}

/** Partitions by topic for each member; those without any have an empty share. */
export type Shares = Map<string, Record<string, number[]>>;

/**
 * Each topic's partitions in turn over the proven members that subscribe to it, oldest first, or over all of them while none
 * is proven. The turn goes on from topic to topic, so that topics of one partition do not all fall to the same member.
 */
export function shareOut(candidates: readonly Candidate[], partitions: ReadonlyMap<string, readonly number[]>, firstTurn = 0): Shares {
  const shares: Shares = new Map(candidates.map(({ memberId }) => [memberId, {}]));
  const inOrder = [...candidates].sort((a, b) => b.ageMs - a.ageMs || (a.memberId < b.memberId ? -1 : 1));
  let turn = firstTurn;
  for (const [topic, numbers] of partitions) {
    const subscribed = inOrder.filter(({ topics }) => topics.includes(topic));
    const proven = subscribed.filter(({ ageMs }) => isProven(ageMs));
    const able = proven.length > 0 ? proven : subscribed;
    if (able.length === 0) continue;
    for (const number of numbers) {
      const share = shares.get(able[turn++ % able.length]!.memberId)!;
      share[topic] = [...(share[topic] ?? []), number];
    }
  }
  return shares;
}

export function provenAssigner(standing: Standing, now: () => number = () => performance.now()): PartitionAssigner {
  const { MemberAssignment, MemberMetadata } = AssignerProtocol;
  let firstTurn = 0;
  let assignedMs = Number.NEGATIVE_INFINITY;
  return ({ cluster }) => ({
    name: NAME,
    version: VERSION,
    protocol: ({ topics }) => {
      const userData = Buffer.alloc(4);
      userData.writeUInt32BE(Math.min(standing.tell(), 2 ** 32 - 1));
      return { name: NAME, metadata: MemberMetadata.encode({ version: VERSION, topics, userData }) };
    },
    async assign({ members, topics }) {
      if (now() - assignedMs < UNREST_MS) firstTurn++;
      assignedMs = now();
      const candidates = members.map(({ memberId, memberMetadata }) => {
        const told = MemberMetadata.decode(memberMetadata);
        return { memberId, topics: told?.topics ?? [], ageMs: told?.userData.length === 4 ? told.userData.readUInt32BE() : 0 };
      });
      const asked = [...new Set([...topics, ...candidates.flatMap((candidate) => candidate.topics)])].sort();
      const partitions = new Map(
        asked.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]),
      );
      return [...shareOut(candidates, partitions, firstTurn)].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({ version: VERSION, assignment, userData: Buffer.alloc(0) }),
      }));
    },
  });
}
