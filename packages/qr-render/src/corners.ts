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
    [1.6, 1.6, 1.6, 1.6],
    [0.9, 0.9, 0.9, 0.9],
    [0.6, 0.6, 0.6, 0.6],
  ],
  // Not full circles: zxing misses those at 2 to 3 pixels a module.
  'extra-round': [
    [2.8, 2.8, 2.8, 2.8],
    [1.9, 1.9, 1.9, 1.9],
    [1.2, 1.2, 1.2, 1.2],
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
