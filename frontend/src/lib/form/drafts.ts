/**
 * Typed text that must survive an expired session. A form with a draft key registers how to read its values; when the
 * session ends, every live form is written to this tab's session storage, and the same form takes its draft back when
 * it is mounted again. Secrets are left out by the form itself.
 */
const prefix = 'linqr.draft.';
const draftBytesMax = 64 * 1024;
const live = new Map<string, () => unknown>();

export function registerDraft(key: string, read: () => unknown): () => void {
  live.set(key, read);
  return () => {
    if (live.get(key) === read) live.delete(key);
  };
}

export function saveDrafts(): void {
  for (const [key, read] of live) {
    const values = read();
    if (values === undefined) continue;
    try {
      const text = JSON.stringify(values);
      if (text.length <= draftBytesMax) sessionStorage.setItem(prefix + key, text);
    } catch {
      // Storage full or closed: the rest of the sign-out must still happen.
    }
  }
}

/** The saved values for a key, once: reading removes them. */
export function takeDraft(key: string): Record<string, unknown> | undefined {
  try {
    const text = sessionStorage.getItem(prefix + key);
    if (text === null) return undefined;
    sessionStorage.removeItem(prefix + key);
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
