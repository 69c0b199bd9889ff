// One line of the benchmark's table.

export interface Row {
  what: string;
  /** Absent where it was not measured; the note says why. */
  value?: number;
  unit: string;
  /** Bars: at most, at least. */
  most?: number;
  least?: number;
  /** What stands behind the figure. */
  note: string;
  /** Load average of the machine when it was taken: above its cores, somebody else was working. */
  load?: number;
}

export interface Measured extends Row {
  area: string;
}

export type Verdict = 'met' | 'missed' | '';

export function verdictOf({ value, most, least }: Row): Verdict {
  if (most === undefined && least === undefined) return '';
  if (value === undefined) return 'missed';
  return value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? Number.NEGATIVE_INFINITY) ? 'met' : 'missed';
}

/** The table as Markdown. */
export function tableOf(rows: Measured[]): string {
  const bar = ({ most, least, unit }: Row) => (most !== undefined ? `≤ ${most} ${unit}` : least !== undefined ? `≥ ${least} ${unit}` : '');
  const lines = rows.map((row) => {
    const figure = row.value === undefined ? '–' : `${row.value.toLocaleString('en')} ${row.unit}`;
    const verdict = row.value === undefined ? '' : verdictOf(row);
    return `| ${row.area} | ${row.what} | ${figure} | ${bar(row)} | ${verdict === 'missed' ? '**missed**' : verdict} | ${row.load ?? ''} | ${row.note.replaceAll('|', '/')} |`;
  });
  return ['| | What | Figure | Bar | | Load | How |', '|---|---|---|---|---|---|---|', ...lines].join('\n');
}
