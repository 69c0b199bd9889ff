import { getBlocksCount, getTotalCodewordsCount } from 'qrcode/lib/core/error-correction-code.js';
import { from as levelOf } from 'qrcode/lib/core/error-correction-level.js';
import { create } from 'qrcode/lib/core/qrcode.js';
import { getSymbolTotalCodewords } from 'qrcode/lib/core/utils.js';
import type { QrErrorCorrectionLevel } from './design.js';

/** A square of modules without its quiet zone. */
export interface QrMatrix {
  /** Modules along a side: 21 to 177. */
  readonly size: number;
  /** 1 to 40. */
  readonly version: number;
  readonly errorCorrectionLevel: QrErrorCorrectionLevel;
  /** False outside the symbol. */
  isDark(row: number, column: number): boolean;
  /** Whether the module belongs to a finder, timing, alignment, format or version pattern. */
  isFunction(row: number, column: number): boolean;
}

/** The text does not fit a symbol of version 40 at the level asked for. */
export class QrCapacityError extends Error {
  override readonly name = 'QrCapacityError';
}

/** Newest last. Judging and drawing a design ask for the same few symbols, and choosing a mask takes milliseconds. */
const recent = new Map<string, QrMatrix>();
const MAX_RECENT = 8;

/** @throws {QrCapacityError} if no symbol holds the text; {RangeError} if the text is empty. */
export function createQr(text: string, options: { readonly errorCorrectionLevel: QrErrorCorrectionLevel }): QrMatrix {
  if (text === '') throw new RangeError('A QR code needs at least one character.');
  const key = options.errorCorrectionLevel + text;
  const matrix = recent.get(key) ?? encode(text, options.errorCorrectionLevel);
  recent.delete(key);
  recent.set(key, matrix);
  for (const oldest of recent.keys()) {
    if (recent.size <= MAX_RECENT) break;
    recent.delete(oldest);
  }
  return matrix;
}

function encode(text: string, errorCorrectionLevel: QrErrorCorrectionLevel): QrMatrix {
  const { modules, version } = createSymbol(text, errorCorrectionLevel);
  const size = modules.size;
  const inside = (row: number, column: number): boolean => row >= 0 && column >= 0 && row < size && column < size;
  return {
    size,
    version,
    errorCorrectionLevel,
    isDark: (row, column) => inside(row, column) && modules.get(row, column) === 1,
    isFunction: (row, column) => inside(row, column) && modules.isReserved(row, column) === 1,
  };
}

function createSymbol(text: string, errorCorrectionLevel: QrErrorCorrectionLevel): ReturnType<typeof create> {
  // Kanji mode needs a conversion table this package does not ship, so the only failure left is capacity.
  try {
    return create(text, { errorCorrectionLevel });
  } catch (error) {
    throw new QrCapacityError('The content does not fit a QR code.', { cause: error });
  }
}

/**
 * The share of its repair capacity that the worst Reed-Solomon block loses when a centred square of modules is
 * covered: 0 nothing, 1 the last repairable state. Every codeword touched counts as lost.
 */
export function damageByHole(matrix: QrMatrix, holeSide: number): number {
  const level = levelOf(matrix.errorCorrectionLevel);
  const total = getSymbolTotalCodewords(matrix.version);
  const blocks = getBlocksCount(matrix.version, level);
  const dataTotal = total - getTotalCodewordsCount(matrix.version, level);
  const shortBlocks = blocks - (total % blocks);
  const shortData = Math.floor(dataTotal / blocks);
  const repairable = Math.floor((Math.floor(total / blocks) - shortData) / 2);

  const blockOf = (codeword: number): number => {
    if (codeword < shortData * blocks) return codeword % blocks;
    if (codeword < dataTotal) return shortBlocks + codeword - shortData * blocks;
    return (codeword - dataTotal) % blocks;
  };
  const start = (matrix.size - holeSide) / 2;
  const covered = (at: number): boolean => at >= start && at < start + holeSide;

  const lost = new Set<number>();
  let bit = 0;
  for (const [row, column] of dataOrder(matrix)) {
    if (covered(row) && covered(column)) lost.add(bit >> 3);
    bit += 1;
  }
  const perBlock = new Array<number>(blocks).fill(0);
  for (const codeword of lost) {
    // The few remainder bits after the last codeword carry nothing.
    if (codeword < total) perBlock[blockOf(codeword)]! += 1;
  }
  return Math.max(...perBlock) / repairable;
}

/** The zigzag of ISO 18004: column pairs from the right, alternately upward and downward, skipping column 6. */
function* dataOrder(matrix: QrMatrix): Generator<readonly [number, number]> {
  let upward = true;
  for (let right = matrix.size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < matrix.size; step += 1) {
      const row = upward ? matrix.size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!matrix.isFunction(row, column)) yield [row, column];
      }
    }
    upward = !upward;
  }
}
