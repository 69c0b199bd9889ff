// Hand-written protobuf of events.v1.RecordedClick: the spool keeps clicks as they travel, so the shipper never decodes
// and the parts that belong to a link are encoded once, when it enters the cache. Field numbers: proto/events/v1/click.proto.

export const CLICK_FIELD = {
  id: 0x0a, // 1
  clickedAtMs: 0x10, // 2, varint
  workspaceId: 0x1a, // 3
  linkId: 0x22, // 4
  qrId: 0x2a, // 5
  linkVersion: 0x30, // 6, varint
  source: 0x38, // 7, varint
  ruleId: 0x42, // 8
  variant: 0x4a, // 9
  address: 0x52, // 10
  userAgent: 0x5a, // 11
  referrer: 0x62, // 12
  acceptLanguage: 0x6a, // 13
  query: 0x72, // 14
  ownerId: 0x7a, // 15
  domain: 0x8201, // 16, two bytes
  slug: 0x8a01, // 17
  head: 0x9001, // 18, varint
  prefetch: 0x9801, // 19, varint
} as const;

export const SOURCE_LINK = 1;
export const SOURCE_QR = 2;

function tag(field: number): number[] {
  return field > 0xff ? [field >> 8, field & 0xff] : [field];
}

/** Least significant seven bits first; 0 to 2^53. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

/** One text field; nothing for an empty text, as proto3 has it. */
export function textField(field: number, value: string): Buffer {
  if (value === '') return Buffer.alloc(0);
  const text = Buffer.from(value, 'utf8');
  return Buffer.concat([Buffer.from([...tag(field), ...varint(text.length)]), text]);
}

export function numberField(field: number, value: number): Buffer {
  return value === 0 ? Buffer.alloc(0) : Buffer.from([...tag(field), ...varint(value)]);
}
