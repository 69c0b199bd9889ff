// The order of stopping: whoever needs others goes before them.

export interface Needing {
  name: string;
  needs: readonly string[];
}

/** Groups that may stop together, the first one first. Names that are not among the parts count as not there; a circle is an error. */
export function stopOrder<T extends Needing>(parts: readonly T[]): T[][] {
  const groups: T[][] = [];
  let left = [...parts];
  while (left.length > 0) {
    const group = left.filter((part) => !left.some((other) => other !== part && other.needs.includes(part.name)));
    if (group.length === 0) throw new Error(`These parts need each other in a circle: ${left.map((part) => part.name).join(', ')}`);
    groups.push(group);
    left = left.filter((part) => !group.includes(part));
  }
  return groups;
}
