const hostOnly = /^[^\s/:?#@]+\.[^\s/:?#@.]{2,}(:\d{1,5})?([/?#]\S*)?$/;

/**
 * What somebody typed as a destination → an absolute http(s) address, or undefined if it is none. A bare host
 * (`example.com/spring`) gets https://. The server decides finally; this only saves a round trip.
 */
export function parseDestination(typed: string): string | undefined {
  const text = typed.trim();
  const candidate = hostOnly.test(text) ? `https://${text}` : text;
  if (!/^https?:\/\//i.test(candidate)) return undefined;
  try {
    const url = new URL(candidate);
    return url.hostname ? candidate : undefined;
  } catch {
    return undefined;
  }
}
