// Free text of strangers on its way into the warehouse: bounded, one line, well formed.

/** At most `limit` UTF-16 units, never half a surrogate pair; control characters become spaces; trimmed. */
export function boundedText(text: string, limit: number): string {
  let cut = text.length > limit ? text.slice(0, limit) : text;
  const last = cut.charCodeAt(cut.length - 1);
  if (last >= 0xd800 && last <= 0xdbff) cut = cut.slice(0, -1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}
