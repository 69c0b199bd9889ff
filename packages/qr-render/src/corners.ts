import type { QrCornerStyle } from './design.js';
import { type Radii, rectangle } from './path.js';

/** Radii of a finder pattern's 7-module rim, its 5-module hole and its 3-module eye. */
const RADII: Readonly<Record<QrCornerStyle, readonly [Radii, Radii, Radii]>> = {
  square: [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ],
  round: [
    [2, 2, 2, 2],
    [1.2, 1.2, 1.2, 1.2],
    [0.8, 0.8, 0.8, 0.8],
  ],
  'extra-round': [
    [3.5, 3.5, 3.5, 3.5],
    [2.5, 2.5, 2.5, 2.5],
    [1.5, 1.5, 1.5, 1.5],
  ],
  classy: [
    [3, 0, 3, 0],
    [2, 0, 2, 0],
    [1.2, 0, 1.2, 0],
  ],
};

/** Path data, in module units, of the three finder patterns; to be filled with the even-odd rule. */
export function drawCorners(size: number, style: QrCornerStyle): string {
  const [rim, hole, eye] = RADII[style];
  return [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ]
    .map(([x = 0, y = 0]) => rectangle(x, y, 7, 7, rim) + rectangle(x + 1, y + 1, 5, 5, hole) + rectangle(x + 2, y + 2, 3, 3, eye))
    .join('');
}
