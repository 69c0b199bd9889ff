// docs/exactness.md: rows A1–A11, B1, F14 and F15 of the promise, each with the tests that show it. A row whose test was renamed
// or removed is a problem of `npm run check`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** @type {[row: string, tried: string, holds: string, tests: [path: string, words: string][], figure: string][]} */
export const ROWS = [
  [
    'A1',
    'webhook and fetch targets in every private-address spelling, DNS rebinding',
    '0 connections inward',
    [
      ['services/webhook/test/inward.itest.ts', 'are refused in every spelling when a webhook is made'],
      ['services/webhook/test/inward.itest.ts', 'are not reached by a name that answers otherwise the second time'],
      ['services/webhook/test/inward.itest.ts', 'are not connected to when a webhook that was public is pointed at them'],
      ['packages/platform/src/network/network.test.ts', 'a host that leads inward'],
    ],
    '0 connections; the checked address is the one connected to, and the peer is checked again',
  ],
  [
    'A2',
    'destination schemes and encodings other than http(s), on every path that accepts one',
    'refused with a clear error',
    [
      ['services/link/src/destinations/destination.test.ts', 'is an http(s) URL within the length or a typed error, whatever comes'],
      ['services/qr/src/destinations/destination.test.ts', 'answers any text with an absolute http(s) address'],
      ['services/link/test/domains.itest.ts', 'leads from its root where its workspace says, by the rules of any destination'],
    ],
    'any text, by property: 0 others get through',
  ],
  [
    'A3',
    'query parameters that try to replace a destination; CRLF; host-header spoofing',
    '`Location` is always the stored one',
    [
      ['services/redirect/src/target/destination.test.ts', 'never changes where the redirect goes'],
      ['services/redirect/src/target/destination.test.ts', 'never carries a control character, whatever is stored'],
      ['services/redirect/test/visits.itest.ts', 'passes the query on only where the link says so, and never lets it replace anything'],
    ],
    'any text, by property: always the stored host and path',
  ],
  [
    'A4',
    'stored XSS by title, referrer, user agent, UTM, QR label; CSV formula injection',
    'shown as text, CSP blocks inline, export escaped',
    [
      ['services/redirect/src/page/pages.test.ts', 'shows what came from outside as text and allows nothing but its own style and script'],
      ['gateway/test/door.itest.ts', 'sends the security headers'],
      ['e2e/src/site.e2e.ts', 'are many, and each has a title'],
      ['gateway/src/links/link-export.test.ts', 'a table of links'],
    ],
    'no page has anything inline; no cell of an export is a formula',
  ],
  [
    'A5',
    'account enumeration by status, body or time; credential stuffing; hashing floods',
    'same answers; bounded attempts; redirects unaffected',
    [
      ['services/auth/test/abuse.itest.ts', 'a wrong password and an unknown address get the same answer'],
      ['services/auth/test/abuse.itest.ts', '… and in the same time'],
      ['services/auth/test/abuse.itest.ts', 'fifty attempts at once spend exactly the ten of the account'],
      ['services/auth/test/abuse.itest.ts', 'is bounded: what does not fit the queue is told to come back'],
      ['services/auth/test/passwords.itest.ts', 'a stranger gets the same answer and no mail'],
    ],
    '10 attempts of 50 at once count; hashing runs in a bounded queue of auth, which the edge never calls',
  ],
  [
    'A6',
    'refresh reuse, two tabs at once, CSRF in each form, session after password change',
    'family revoked; both tabs live; 403; dead ≤ 5 s',
    [
      ['services/auth/test/sessions.itest.ts', 'a token spent longer ago than the grace revokes its whole family'],
      ['services/auth/test/sessions.itest.ts', 'two tabs with the same token at the same moment both live on'],
      ['gateway/test/door.itest.ts', 'refuses an unsafe call that carries a session cookie without the token'],
      ['gateway/test/door.itest.ts', 'refuses a token whose session was ended elsewhere, within seconds'],
      ['services/auth/test/passwords.itest.ts', 'leaves no session behind that the old password opens at the same moment'],
    ],
    'as promised',
  ],
  [
    'A7',
    "every route with another tenant's ids (generated from OpenAPI)",
    '404/403, same bytes as not existing',
    [['e2e/src/contract.e2e.ts', 'gets the same answer for ids of others as for ids of nobody, on every route with an id']],
    'every route with an id',
  ],
  [
    'A8',
    'quota race; alias race',
    'exactly the limit; exactly one owner',
    [
      ['services/billing/test/quota.itest.ts', 'lets exactly the 50 that are left through when 100 come at once'],
      ['services/link/test/creation.itest.ts', 'makes exactly as many as the plan has left when many come at once'],
      ['services/link/test/creation.itest.ts', 'gives an alias to exactly one of many at once, and costs the others nothing'],
      ['services/qr/test/codes.itest.ts', 'is exact: of 14 codes at once on Free, 10 are made'],
    ],
    '50 of 100; 1 owner',
  ],
  [
    'A9',
    'link-password brute force; slug scanning',
    'throttled per link and address; other clients unaffected',
    [
      ['services/link/test/resolution.itest.ts', 'is throttled for one address on one link and for nobody else'],
      ['services/redirect/test/visits.itest.ts', 'tried in numbers are refused to whoever tries, not to others, and known links go on'],
    ],
    'as promised',
  ],
  [
    'A10',
    'forwarded-for spoofing',
    'the right hop decides rate limit and geo',
    [
      ['gateway/test/door.itest.ts', 'does not believe forwarded addresses from peers that are no trusted proxy'],
      ['gateway/test/door.itest.ts', 'counts addresses apart behind a trusted proxy'],
      ['services/redirect/src/address/client-address.test.ts', 'is one visitor for a whole IPv6 network'],
    ],
    'as promised',
  ],
  [
    'A11',
    'type confusion, oversize, malformed and deeply nested bodies on every route; API fuzzed from its OpenAPI',
    '4xx with the error body, never 5xx, nothing lost',
    [
      ['e2e/src/contract.e2e.ts', 'are answered with a documented status and what its schema allows, never with a 5xx, on every route'],
      ['gateway/test/door.itest.ts', 'answers nested and random bodies with a 4xx, never a 5xx'],
      ['services/auth/test/bad-input.itest.ts', 'whatever is sent, the answer is a result or a typed refusal, never a fault'],
    ],
    '137 operations, generated: 944 calls, 203 of them taken, each answer held against its schema, 0 faults; Schemathesis 4.32.5 by hand besides: 9,167 cases of a user, 0 failures',
  ],
  [
    'B1',
    'Stripe events in every order, duplicated, delayed, forged, old',
    'the same final entitlement; forged and old refused; redirects never stop because of billing',
    [
      ['services/billing/src/payments/event-order.test.ts', 'ends the same in all 5,040 orders, each event once and each twice'],
      ['services/billing/test/event-order.itest.ts', 'end in what Stripe holds, for each of'],
      [
        'services/billing/test/provider-events.itest.ts',
        'that is forged, changed, signed with another secret, unsigned or old is refused and leaves nothing',
      ],
      ['services/billing/test/payments.itest.ts', 'over its quota everything stays and only new creations stop'],
    ],
    '2 life cycles × 5,040 orders × 3 ways of repeating: 1 end each; 60 random histories through the real intake',
  ],
  [
    'F14',
    'webhook receiver fails for days (virtual clock), hangs, drips, answers 1 GB, redirects inward',
    'schedule as documented, one delivery after recovery, bounded time and bytes, others not delayed',
    [
      ['services/webhook/test/deliveries.itest.ts', 'is tried again as the schedule says, under the same id with a fresh time'],
      ['services/webhook/test/deliveries.itest.ts', 'after five days of nothing else it is, its owner warned half-way'],
      ['services/webhook/test/hostile.itest.ts', 'hangs, drips or never ends is left after 15 seconds, and others wait for none of them'],
      ['services/webhook/test/hostile.itest.ts', 'redirects is not followed, wherever to'],
    ],
    '11 attempts in 23 h 43 min; 15 s and 16 kB an attempt',
  ],
  [
    'F15',
    'one tenant with a million queued deliveries beside a hundred small ones',
    "the small ones' first attempt p95 < 5 s",
    [['services/webhook/test/fairness.itest.ts', "small tenants' deliveries are made within 5 s (p95) beside one with"]],
    'beside 1,000,000 queued (`npm run fairness -w @linqr/webhook`, 27 s to queue them): p50 0.22 s, p95 0.34 s, 0 rows read without an index; the suite does it with 20,000: p95 0.5 s',
  ],
];

const read = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined);

/** Rows whose tests are not there under that name. */
export function exactnessProblems(rows = ROWS) {
  return rows.flatMap(([row, , , tests]) =>
    tests.flatMap(([path, words]) => {
      const source = read(path);
      if (source === undefined) return [`${row}: ${path} is not there`];
      return source.includes(words) || source.includes(words.replaceAll("'", "\\'")) ? [] : [`${row}: ${path} has no test "${words}"`];
    }),
  );
}

export function exactnessPage() {
  const rows = ROWS.map(
    ([row, tried, holds, tests, figure]) =>
      `| ${row} | ${tried} | ${holds} | ${tests.map(([path, words]) => `\`${path}\`: ${words}`).join('<br>')} | ${figure} |`,
  );
  return `# Exactness

Generated by \`npm run docs\` from \`packages/tooling/src/exactness.mjs\`; \`npm run check\` fails when a test named here is not there. All of them run in \`npm test\`. Faults of whole processes (F1–F13) are in [durability.md](durability.md), every call with its tests in [calls.md](calls.md).

| # | Tried | Has to hold | Shown by | Figure |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
