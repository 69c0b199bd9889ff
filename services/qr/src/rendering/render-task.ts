import type { QrDesign } from '@linqr/qr-render';

export type ImageFormat = 'png' | 'svg' | 'pdf' | 'jpeg' | 'webp';

/** Millimetres of the side, and the dots an inch that make them `size` pixels. */
export interface PrintSize {
  readonly millimetres: number;
  readonly dpi: number;
}

/** What a drawing thread can do. */
export type RenderTask =
  | {
      readonly kind: 'image';
      readonly payload: string;
      readonly design: QrDesign;
      readonly format: ImageFormat;
      /** Pixels of the side; a PDF page measures as many CSS pixels (1/96 inch). */
      readonly size: number;
      /** A side in print, which the file says too where its format can. */
      readonly print?: PrintSize | undefined;
    }
  | {
      /** Turns an uploaded picture into a PNG of ours. */
      readonly kind: 'logo';
      readonly upload: Uint8Array;
    };

/** `refusal`: a sentence for the person whose upload it was. */
export type RenderResult = { readonly content: Uint8Array } | { readonly refusal: string };

export interface RenderRequest {
  readonly id: number;
  readonly task: RenderTask;
}

/** `ready`: the thread has loaded its code and takes its first task. */
export type RenderReply =
  | { readonly ready: true }
  | { readonly id: number; readonly result: RenderResult }
  | { readonly id: number; readonly failure: string };
