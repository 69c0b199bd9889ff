import { DEFAULT_DESIGN, type QrDesign } from './design.js';

/** The designer's ten colours; each reaches a contrast of 3 to 1 or more on white. */
export const PRESET_COLORS = [
  { name: 'Black', color: '#000000' },
  { name: 'Orange-red', color: '#e8400c' },
  { name: 'Orange', color: '#d97706' },
  { name: 'Green', color: '#15803d' },
  { name: 'Blue', color: '#2563eb' },
  { name: 'Indigo', color: '#4338ca' },
  { name: 'Purple', color: '#7e22ce' },
  { name: 'Pink', color: '#db2777' },
  { name: 'Blue-grey', color: '#546e7a' },
  { name: 'Brown', color: '#795548' },
] as const;

export interface QrTemplate {
  readonly key: string;
  readonly name: string;
  readonly design: QrDesign;
}

function template(key: string, name: string, changes: Partial<QrDesign>): QrTemplate {
  return { key, name, design: { ...DEFAULT_DESIGN, ...changes } };
}

/** Preset designs. All of them scan with any payload that fits. */
export const QR_TEMPLATES: readonly QrTemplate[] = [
  template('classic', 'Classic', {}),
  template('soft', 'Soft', {
    style: 'rounded',
    cornerStyle: 'round',
    foregroundColor: '#1f2937',
    cornerColor: '#1f2937',
  }),
  template('liquid', 'Liquid', {
    style: 'extra-rounded',
    cornerStyle: 'extra-round',
    gradient: { type: 'linear', from: '#4338ca', to: '#be185d', rotation: 45 },
    cornersUseCodeColor: true,
  }),
  template('beads', 'Beads', {
    style: 'dot',
    cornerStyle: 'extra-round',
    foregroundColor: '#0f766e',
    cornerColor: '#134e4a',
  }),
  template('leaf', 'Leaf', {
    style: 'classy',
    cornerStyle: 'classy',
    foregroundColor: '#166534',
    cornerColor: '#14532d',
    backgroundColor: '#f7fee7',
  }),
  template('poster', 'Poster', {
    frame: 'square',
    frameColor: '#111827',
  }),
  template('badge', 'Badge', {
    style: 'round',
    cornerStyle: 'extra-round',
    frame: 'circle',
    frameColor: '#2563eb',
    foregroundColor: '#1e3a8a',
    cornersUseCodeColor: true,
  }),
  template('ribbon', 'Ribbon', {
    style: 'diamond',
    cornerStyle: 'classy',
    frame: 'banner',
    frameColor: '#b91c1c',
    foregroundColor: '#450a0a',
    cornerColor: '#b91c1c',
  }),
];
