import type { BlockListKeeper } from './block-list.keeper.js';
import type { Finding, LookAlikes } from './look-alike.js';

export interface Verdict {
  /** Name of the list that has it. */
  blockedBy: string | undefined;
  findings: Finding[];
}

/** What the lists and the look of a destination say of it, now. */
export class DestinationJudge {
  constructor(
    private readonly lists: Pick<BlockListKeeper, 'current'>,
    private readonly lookAlikes: LookAlikes,
  ) {}

  blockedBy(url: URL): string | undefined {
    return this.lists.current.match(url);
  }

  /** Of stored destinations: one that cannot be parsed any more says nothing. */
  judge(destinations: readonly string[]): Verdict {
    const findings = new Map<string, Finding>();
    for (const text of destinations) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url) continue;
      const blockedBy = this.blockedBy(url);
      if (blockedBy !== undefined) return { blockedBy, findings: [] };
      for (const finding of this.lookAlikes.findings(url)) findings.set(finding.text, finding);
    }
    return { blockedBy: undefined, findings: [...findings.values()] };
  }
}
