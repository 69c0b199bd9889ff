import type { QrDesign } from '@linqr/qr-render';

/** A design of the workspace's own, to be used again. */
export interface QrTemplate {
  id: string;
  name: string;
  design: QrDesign;
  /** Pixels of the image's side. */
  size: number;
  createdAt: Date;
}
