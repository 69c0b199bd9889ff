import { useState } from 'react';
import { targetingProblems } from '../link-form';

export interface TargetingProblems {
  /** Message by field: `rules[0].destination`. */
  found: Readonly<Record<string, string>>;
  note: (error: unknown) => void;
  clear: () => void;
}

const none = {};

/** What the server found wrong with rules and variants, until one of them is changed. */
export function useTargetingProblems(): TargetingProblems {
  const [found, setFound] = useState<Readonly<Record<string, string>>>(none);
  return { found, note: (error) => setFound(targetingProblems(error)), clear: () => setFound(none) };
}
