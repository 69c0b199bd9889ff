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
  template('ocean', 'Ocean', {
    style: 'round',
    cornerStyle: 'extra-round',
    gradient: { type: 'linear', from: '#0c4a6e', to: '#0e7490', rotation: 90 },
    cornerColor: '#0c4a6e',
    backgroundColor: '#f0f9ff',
  }),
  template('sunset', 'Sunset', {
    style: 'extra-rounded',
    cornerStyle: 'round',
    gradient: { type: 'linear', from: '#9f1239', to: '#c2410c', rotation: 135 },
    cornersUseCodeColor: true,
    backgroundColor: '#fff7ed',
  }),
  template('orbit', 'Orbit', {
    style: 'circle',
    cornerStyle: 'extra-round',
    gradient: { type: 'radial', from: '#7e22ce', to: '#1e1b4b', rotation: 0 },
    cornerColor: '#1e1b4b',
  }),
  template('kraft', 'Kraft', {
    style: 'rounded',
    cornerStyle: 'classy',
    foregroundColor: '#451a03',
    cornerColor: '#451a03',
    backgroundColor: '#e7d8c1',
    frame: 'rounded',
    frameColor: '#451a03',
  }),
  template('mosaic', 'Mosaic', {
    style: 'diamond',
    cornerStyle: 'square',
    foregroundColor: '#0f172a',
    cornerColor: '#0369a1',
  }),
  template('rose', 'Rose', {
    style: 'classy',
    cornerStyle: 'round',
    foregroundColor: '#831843',
    cornerColor: '#be185d',
    backgroundColor: '#fdf2f8',
  }),
  template('ticket', 'Ticket', {
    style: 'square',
    cornerStyle: 'round',
    frame: 'banner',
    frameColor: '#047857',
    foregroundColor: '#064e3b',
    cornerColor: '#047857',
  }),
  template('sticker', 'Sticker', {
    style: 'dot',
    cornerStyle: 'round',
    frame: 'rounded',
    frameColor: '#4338ca',
    foregroundColor: '#312e81',
    cornersUseCodeColor: true,
    backgroundColor: '#eef2ff',
  }),
];
