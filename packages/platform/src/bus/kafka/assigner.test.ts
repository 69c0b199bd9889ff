import { describe, expect, it } from '@jest/globals';
import { AssignerProtocol, type Cluster, type PartitionAssigner } from 'kafkajs';
import { type Candidate, PROBATION_MS, provenAssigner, Standing, shareOut } from './assigner.js';

const candidate = (memberId: string, isProven: boolean, topics = ['a']): Candidate => ({
  memberId,
  topics,
  ageMs: isProven ? PROBATION_MS : 0,
});
const TWELVE = new Map([['a', Array.from({ length: 12 }, (_, i) => i)]]);
const sizes = (candidates: Candidate[], partitions = TWELVE as ReadonlyMap<string, readonly number[]>) =>
  Object.fromEntries([...shareOut(candidates, partitions)].map(([id, share]) => [id, Object.values(share).flat().length]));

describe('the shares of a group', () => {
  it('are even over the proven members, and a newcomer has none', () => {
    expect(sizes([candidate('one', true), candidate('new', false), candidate('two', true)])).toEqual({ one: 6, two: 6, new: 0 });
  });

  it('are even over all while nobody is proven', () => {
    expect(sizes([candidate('one', false), candidate('two', false), candidate('three', false)])).toEqual({ one: 4, two: 4, three: 4 });
  });

  it('give every partition to exactly one member, whatever the numbers', () => {
    for (let members = 1; members <= 14; members++) {
      const shares = shareOut(
        Array.from({ length: members }, (_, i) => candidate(`m${i}`, i % 3 !== 1)),
        TWELVE,
      );
      const given = [...shares.values()].flatMap((share) => share['a'] ?? []).sort((a, b) => a - b);
      expect(given).toEqual(TWELVE.get('a'));
    }
  });

  it('give topics of one partition to different members', () => {
    const topics = ['x', 'y', 'z'];
    expect(
      sizes(
        ['one', 'two', 'three'].map((id) => candidate(id, true, topics)),
        new Map(topics.map((topic) => [topic, [0]])),
      ),
    ).toEqual({ one: 1, two: 1, three: 1 });
  });

  it('give a topic only to those that subscribe to it, be they newcomers', () => {
    const shares = shareOut(
      [candidate('old', true, ['a']), candidate('new', false, ['a', 'b'])],
      new Map([
        ['a', [0, 1]],
        ['b', [0, 1]],
      ]),
    );
    expect(Object.fromEntries(shares)).toEqual({ old: { a: [0, 1] }, new: { b: [0, 1] } });
  });
});

describe('the standing of a member', () => {
  it('is proven with the first request to join that it sends after it has joined and lived on', () => {
    let now = 5_000;
    const standing = new Standing(() => now);
    expect(standing.tell()).toBe(0);
    expect(standing.joined(0)).toBe(PROBATION_MS);
    now += PROBATION_MS - 1;
    expect(standing.tell()).toBe(PROBATION_MS - 1);
    // What was told when the request was sent counts, however long the join took.
    now += 6_000;
    expect(standing.joined(0)).toBe(0);
    expect(standing.tell()).toBe(PROBATION_MS - 1 + 6_000);
    expect(standing.joined(0)).toBeUndefined();
  });

  it('asks for nothing more once there is a share', () => {
    const standing = new Standing();
    standing.tell();
    expect(standing.joined(12)).toBeUndefined();
  });
});

describe('what members tell each other', () => {
  const cluster = { findTopicPartitionMetadata: () => [0, 1, 2, 3].map((partitionId) => ({ partitionId })) } as unknown as Cluster;
  const make = (create: PartitionAssigner) => create({ cluster, groupId: 'g', logger: undefined as never });
  /** A member that joined so long ago. */
  const member = (memberId: string, ageMs: number) => {
    let now = 0;
    const standing = new Standing(() => now);
    standing.joined(0);
    now = ageMs;
    return { memberId, memberMetadata: make(provenAssigner(standing)).protocol({ topics: ['a'] }).metadata };
  };
  const decoded = (assigned: { memberId: string; memberAssignment: Buffer }[]) =>
    Object.fromEntries(
      assigned.map(({ memberId, memberAssignment }) => [
        memberId,
        AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment['a'] ?? [],
      ]),
    );

  it('survives the way over the broker', async () => {
    const leader = make(provenAssigner(new Standing()));
    const members = [member('new', PROBATION_MS - 1), member('old', PROBATION_MS)];
    expect(decoded(await leader.assign({ members, topics: ['a'] }))).toEqual({ new: [], old: [0, 1, 2, 3] });
  });

  it('gives the oldest member the other half when the next grouping follows at once, and the same one when it does not', async () => {
    let now = 0;
    const leader = make(provenAssigner(new Standing(), () => now));
    const given = async (...others: string[]) => {
      const members = [member('m', 60_000), ...others.map((id) => member(id, 3_000))];
      return decoded(await leader.assign({ members, topics: ['a'] }))['m'];
    };
    expect(await given('z')).toEqual([0, 2]);
    now += 6_000;
    // Whatever the names of those beside it.
    expect(await given('a')).toEqual([1, 3]);
    now += 60_000;
    expect(await given('k')).toEqual([1, 3]);
  });
});
