/** The CSS names that clients of the API use instead of hex; everything else must be hex. */
const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  orange: '#ffa500',
  orangered: '#ff4500',
  purple: '#800080',
  indigo: '#4b0082',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gray: '#808080',
  grey: '#808080',
  yellow: '#ffff00',
  teal: '#008080',
};

/** Answers `#rrggbb` for `#rgb`, `#rrggbb` or a known name, else null. */
export function parseColor(value: string): string | null {
  const text = value.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return text.replace(/[0-9a-f]/g, '$&$&');
  return Object.hasOwn(NAMES, text) ? (NAMES[text] ?? null) : null;
}

/** Relative luminance after WCAG 2, 0 (black) to 1 (white), of `#rrggbb`. */
export function luminance(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Contrast ratio after WCAG 2, 1 to 21, in either order. */
export function contrastRatio(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The brand's near-black or white, whichever reads better on the colour. */
export function inkOn(color: string): string {
  return contrastRatio('#111827', color) >= contrastRatio('#ffffff', color) ? '#111827' : '#ffffff';
}
