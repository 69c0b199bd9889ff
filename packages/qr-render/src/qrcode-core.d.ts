// The two files of `qrcode` that compute a symbol. Its typings cover only the package's main entry, which also
// brings canvas, PNG and file writing; these deep imports are what keeps the browser bundle small.
declare module 'qrcode/lib/core/qrcode.js' {
  interface BitMatrix {
    readonly size: number;
    get(row: number, column: number): number;
    isReserved(row: number, column: number): number;
  }
  interface Symbol {
    readonly modules: BitMatrix;
    readonly version: number;
  }
  export function create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): Symbol;
}

declare module 'qrcode/lib/core/error-correction-code.js' {
  export function getBlocksCount(version: number, level: { bit: number }): number;
  export function getTotalCodewordsCount(version: number, level: { bit: number }): number;
}

declare module 'qrcode/lib/core/error-correction-level.js' {
  export function from(level: string): { bit: number };
}

declare module 'qrcode/lib/core/utils.js' {
  export function getSymbolTotalCodewords(version: number): number;
}
