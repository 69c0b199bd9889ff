/** A place in a spool: segments count from 1, offsets in bytes from the file's start. */
export interface SpoolPosition {
  segment: number;
  offset: number;
}

export const segmentName = (segment: number): string => `${String(segment).padStart(10, '0')}.seg`;

/** Undefined for a file that is no segment. */
export function segmentNumber(name: string): number | undefined {
  const match = /^(\d{10})\.seg$/.exec(name);
  return match ? Number(match[1]) : undefined;
}
