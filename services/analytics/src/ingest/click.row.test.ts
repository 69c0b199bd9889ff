import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ClickRow, formatRow, parseRows } from './click.row.js';

const text = fc.string({ unit: 'binary', maxLength: 30 });
const row: fc.Arbitrary<ClickRow> = fc.record({
  id: fc.uuid(),
  batchId: text,
  clickedAtMs: fc.integer({ min: 1, max: Date.UTC(2099, 0, 1) }),
  workspaceId: text,
  subjectId: text,
  linkId: text,
  qrId: text,
  ownerId: text,
  domain: text,
  slug: text,
  linkVersion: fc.nat(),
  source: fc.constantFrom('link', 'qr', 'import'),
  ruleId: text,
  variant: text,
  visitor: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  isBot: fc.boolean(),
  botClass: text,
  botReason: text,
  botRules: fc.nat(),
  country: text,
  region: text,
  city: text,
  device: text,
  browser: text,
  os: text,
  referrer: text,
  utmSource: text,
  utmMedium: text,
  utmCampaign: text,
  utmTerm: text,
  utmContent: text,
  language: text,
});

test('rows come back from a stored payload as they went in, whatever their texts contain', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      expect(parseRows(rows.map(formatRow).join(''))).toEqual(rows);
    }),
  );
});
