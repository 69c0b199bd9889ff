import type { QrStyle } from './design.js';
import type { QrMatrix } from './matrix.js';
import { circle, path, type Radii, rectangle } from './path.js';

type IsDrawn = (row: number, column: number) => boolean;

/** Half a diamond's diagonal in modules. Above 0.5, so that four fifths of the module stay dark when scaled down. */
const DIAMOND = 0.64;
/** Radius of a 'circle' module: beads that run into each other; 'dot' beads (0.5) only touch. */
const CIRCLE = 0.6;
/** Radius that fills the inner angles of 'extra-rounded'. */
const FILLET = 0.4;

/** Path data, in module units, of all data modules; the finder patterns and a centred hole are left out. */
export function drawModules(matrix: QrMatrix, style: QrStyle, holeSide: number): string {
  const start = (matrix.size - holeSide) / 2;
  const inHole = (at: number): boolean => at >= start && at < start + holeSide;
  const isDrawn: IsDrawn = (row, column) =>
    matrix.isDark(row, column) && !isFinder(matrix.size, row, column) && !(holeSide > 0 && inHole(row) && inHole(column));

  if (style === 'square') return drawRuns(matrix.size, isDrawn);
  const parts: string[] = [];
  for (let row = 0; row < matrix.size; row += 1) {
    for (let column = 0; column < matrix.size; column += 1) {
      if (isDrawn(row, column)) parts.push(drawModule(style, isDrawn, row, column));
      else if (style === 'extra-rounded') parts.push(drawFillets(isDrawn, row, column));
    }
  }
  return parts.join('');
}

export function isFinder(size: number, row: number, column: number): boolean {
  return (row < 7 && (column < 7 || column >= size - 7)) || (row >= size - 7 && column < 7);
}

function drawRuns(size: number, isDrawn: IsDrawn): string {
  let text = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = column;
      while (isDrawn(row, column)) column += 1;
      if (column > from) text += path`M${from} ${row}h${column - from}v1h${from - column}z`;
    }
  }
  return text;
}

function drawModule(style: QrStyle, isDrawn: IsDrawn, row: number, column: number): string {
  if (style === 'dot') return circle(column + 0.5, row + 0.5, 0.5);
  if (style === 'circle') return circle(column + 0.5, row + 0.5, CIRCLE);
  if (style === 'diamond') {
    const d = DIAMOND;
    return path`M${column + 0.5} ${row + 0.5 - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`;
  }
  if (style === 'rounded') return rectangle(column, row, 1, 1, [0.3, 0.3, 0.3, 0.3]);

  const up = isDrawn(row - 1, column);
  const down = isDrawn(row + 1, column);
  const left = isDrawn(row, column - 1);
  const right = isDrawn(row, column + 1);
  const free = (a: boolean, b: boolean): number => (a || b ? 0 : 0.5);
  const radii: Radii =
    style === 'classy' ? [free(up, left), 0, free(down, right), 0] : [free(up, left), free(up, right), free(down, right), free(down, left)];
  return rectangle(column, row, 1, 1, radii);
}

/** Rounds the angles of a light module that two dark neighbours and the dark module between them enclose. */
function drawFillets(isDrawn: IsDrawn, row: number, column: number): string {
  const f = FILLET;
  let text = '';
  for (const [dy, dx] of [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    if (!(isDrawn(row + dy, column) && isDrawn(row, column + dx) && isDrawn(row + dy, column + dx))) continue;
    const x = column + (dx > 0 ? 1 : 0);
    const y = row + (dy > 0 ? 1 : 0);
    // Clockwise like everything else in the path, so that the non-zero fill joins them.
    text +=
      dx * dy > 0
        ? path`M${x} ${y}h${-dx * f}a${f} ${f} 0 0 0 ${dx * f} ${-dy * f}z`
        : path`M${x} ${y}v${-dy * f}a${f} ${f} 0 0 0 ${-dx * f} ${dy * f}z`;
  }
  return text;
}
