/** Three decimals, shortest form (`.5`, `-.25`): the same text on every machine. */
export function coordinate(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return String(Object.is(rounded, -0) ? 0 : rounded).replace(/^(-?)0\./, '$1.');
}

/** Path data from literal commands and rounded numbers: path`M${x} ${y}h1`. */
export function path(commands: TemplateStringsArray, ...numbers: readonly number[]): string {
  return commands.reduce((text, command, at) => {
    const number = numbers[at];
    return text + command + (number === undefined ? '' : coordinate(number));
  }, '');
}

export function circle(centerX: number, centerY: number, radius: number): string {
  const r = radius;
  return path`M${centerX - r} ${centerY}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** Corner radii in the order top left, top right, bottom right, bottom left. */
export type Radii = readonly [number, number, number, number];

/** A rectangle drawn clockwise, each corner with a radius of its own. */
export function rectangle(x: number, y: number, width: number, height: number, radii: Radii): string {
  const [a, b, c, d] = radii;
  const arc = (r: number, dx: number, dy: number): string => (r > 0 ? path`a${r} ${r} 0 0 1 ${dx} ${dy}` : '');
  const line = (command: 'h' | 'v', length: number): string => (Math.abs(length) < 0.0005 ? '' : command + coordinate(length));
  return (
    path`M${x + a} ${y}h${width - a - b}` +
    arc(b, b, b) +
    line('v', height - b - c) +
    arc(c, -c, c) +
    line('h', c + d - width) +
    arc(d, -d, -d) +
    line('v', a + d - height) +
    arc(a, a, -a) +
    'z'
  );
}
