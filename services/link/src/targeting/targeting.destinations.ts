import { AppError } from '@linqr/platform/errors';

/**
 * Every destination in its normal form, each judged like a link's own; one that stays as it was is not judged again. The
 * error names its field, `rules[2].destination`.
 */
export async function checkDestinations<T extends { destination: string }>(
  list: readonly T[],
  field: 'rules' | 'variants',
  known: ReadonlySet<string>,
  check: (raw: string) => Promise<string>,
): Promise<T[]> {
  const checked: T[] = [];
  for (const [i, one] of list.entries()) {
    if (known.has(one.destination)) {
      checked.push(one);
      continue;
    }
    try {
      checked.push({ ...one, destination: await check(one.destination) });
    } catch (error) {
      if (!(error instanceof AppError) || error.details.length === 0) throw error;
      const details = error.details.map(({ message }) => ({ field: `${field}[${i}].destination`, message }));
      throw new AppError(error.code, error.message, { details, cause: error });
    }
  }
  return checked;
}
