import {
  assessScannability,
  DEFAULT_STYLED_SIZE,
  MAX_SIZE,
  MIN_SIZE,
  type QrDesign,
  type StyledSize,
  toCustomization,
} from '@linqr/qr-render';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { QrCode } from '../../../api/types';
import { registerDraft, takeDraft } from '../../../lib/form/drafts';
import { payloadOf } from '../../../lib/qr/content';
import { designOf } from '../design';

/** All that a save sends. */
interface Draft {
  design: QrDesign;
  /** As typed. */
  size: string;
  encodes: QrCode['encodes'];
}

const same = (a: Draft, b: Draft): boolean =>
  a.size === b.size && a.encodes === b.encodes && JSON.stringify(a.design) === JSON.stringify(b.design);

const draftKeyOf = ({ id }: QrCode): string => `qr-design:${id}`;

/** A draft has room for 64 kB; a larger logo is the one thing that has to be chosen again. */
const MOST_LOGO = 40_000;
const withoutLargeLogo = (design: QrDesign): QrDesign =>
  design.logo && design.logo.length > MOST_LOGO ? { ...design, logo: null } : design;

/** What was being made when the session ended. */
function restored(saved: Draft, kept: Record<string, unknown> | undefined): Draft {
  if (!kept) return saved;
  return {
    design: designOf(kept.customization).design,
    size: typeof kept.size === 'string' ? kept.size : saved.size,
    encodes: kept.encodes === 'shortUrl' ? 'shortUrl' : 'qrUrl',
  };
}

/** The design being made: where it started, what it is now, and whether it would scan. */
export function useDesigner(code: QrCode) {
  const [start] = useState<StyledSize>(() => designOf(code.customization));
  const [saved] = useState<Draft>(() => ({ design: start.design, size: String(start.size), encodes: code.encodes }));
  const [draft, setDraft] = useState<Draft>(() => restored(saved, takeDraft(draftKeyOf(code))));
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(
    () =>
      registerDraft(draftKeyOf(code), () => {
        if (same(latest.current, saved)) return undefined;
        const { design, size, encodes } = latest.current;
        return { customization: toCustomization({ design: withoutLargeLogo(design), size: start.size }), size, encodes };
      }),
    [code, saved, start],
  );
  /** What a reset took away, until the next change. */
  const [beforeReset, setBeforeReset] = useState<Draft>();
  const { design, size, encodes } = draft;
  const address = (encodes === 'shortUrl' && code.shortUrl) || code.qrUrl;
  const payload = payloadOf(code.type, code.content, address) ?? address;
  // Judging a large symbol with a logo takes a moment; dragging a slider must not wait for it.
  const judged = useDeferredValue(design);
  const judgement = useMemo(() => assessScannability(judged, payload), [judged, payload]);
  const pixels = Number(size);
  const sizeValid = /^\d{1,4}$/.test(size.trim()) && pixels >= MIN_SIZE && pixels <= MAX_SIZE;
  const edit = (change: (before: Draft) => Draft) => {
    setBeforeReset(undefined);
    setDraft(change);
  };

  return {
    design,
    payload,
    size,
    setSize: (typed: string) => edit((before) => ({ ...before, size: typed })),
    sizeValid,
    encodes,
    setEncodes: (next: QrCode['encodes']) => edit((before) => ({ ...before, encodes: next })),
    /** Pixels of the image's side, as it will be saved. */
    savedSize: Math.max(sizeValid ? pixels : start.size, judgement.minimumSize),
    ...judgement,
    dirty: !same(draft, saved),
    change: (changes: Partial<QrDesign>) => edit((before) => ({ ...before, design: { ...before.design, ...changes } })),
    /** A ready-made look; what is the person's own (logo, branding) stays unless the look brings its own. */
    apply: (look: QrDesign, withLogo = false) =>
      edit((before) => {
        const { logo, logoSize, showBranding } = before.design;
        return { ...before, design: withLogo ? { ...look, showBranding } : { ...look, logo, logoSize, showBranding } };
      }),
    reset: () => {
      setBeforeReset(draft);
      setDraft({ ...draft, design: DEFAULT_STYLED_SIZE.design, size: String(DEFAULT_STYLED_SIZE.size) });
    },
    undoReset: beforeReset && (() => edit(() => beforeReset)),
  };
}

export type Designer = ReturnType<typeof useDesigner>;
