import { assessScannability, DEFAULT_STYLED_SIZE, MAX_SIZE, MIN_SIZE, type QrDesign, type StyledSize } from '@linqr/qr-render';
import { useDeferredValue, useMemo, useState } from 'react';
import type { QrCode } from '../../../api/types';
import { payloadOf } from '../../../lib/qr/content';
import { designOf } from '../design';

/** The design being made: where it started, what it is now, and whether it would scan. */
export function useDesigner(code: QrCode) {
  const [start] = useState<StyledSize>(() => designOf(code.customization));
  const [design, setDesign] = useState(start.design);
  /** As typed. */
  const [size, setSize] = useState(String(start.size));
  const payload = payloadOf(code.type, code.content, code.qrUrl) ?? code.qrUrl;
  // Judging a large symbol with a logo takes a moment; dragging a slider must not wait for it.
  const judged = useDeferredValue(design);
  const judgement = useMemo(() => assessScannability(judged, payload), [judged, payload]);
  const pixels = Number(size);
  const sizeValid = /^\d{1,4}$/.test(size.trim()) && pixels >= MIN_SIZE && pixels <= MAX_SIZE;

  return {
    design,
    payload,
    size,
    setSize,
    sizeValid,
    /** Pixels of the image's side, as it will be saved. */
    savedSize: Math.max(sizeValid ? pixels : start.size, judgement.minimumSize),
    ...judgement,
    dirty: size !== String(start.size) || JSON.stringify(design) !== JSON.stringify(start.design),
    change: (changes: Partial<QrDesign>) => setDesign((before) => ({ ...before, ...changes })),
    /** A ready-made look; what is the person's own (logo, branding) stays. */
    apply: (look: QrDesign) =>
      setDesign((before) => ({ ...look, logo: before.logo, logoSize: before.logoSize, showBranding: before.showBranding })),
    reset: () => {
      setDesign(DEFAULT_STYLED_SIZE.design);
      setSize(String(DEFAULT_STYLED_SIZE.size));
    },
  };
}

export type Designer = ReturnType<typeof useDesigner>;
