import { describe, expect, it } from '@jest/globals';
import { applyChanges, type Link, searchText, snapshotOf, stateOf, titleKey } from './link.js';

const created = new Date('2026-11-21T10:00:00Z');
const later = new Date('2026-11-22T10:00:00Z');
const link: Link = {
  id: 'lnk_1',
  workspaceId: 'ws_1',
  ownerId: 'usr_1',
  domain: { id: 'dom_1', host: 'go.linqr.test', isInstallation: true },
  slug: 'abc2345',
  isCustomAlias: false,
  originalUrl: 'https://xn--mnchen-3ya.de/Bier',
  title: 'Oktoberfest',
  description: '',
  tags: ['Event'],
  hasPassword: false,
  passwordVersion: 0,
  expiresAt: null,
  startsAt: null,
  maxClicks: 0,
  redirectType: 302,
  forwardQuery: false,
  rules: [],
  variants: [],
  qrId: null,
  version: 1,
  archivedAt: null,
  quarantinedAt: null,
  disabledAt: null,
  deletedAt: null,
  cappedAt: null,
  countedClicks: 0,
  createdAt: created,
  updatedAt: created,
};

describe('changing a link', () => {
  it('that changes nothing is the same link and no version', () => {
    const same = { title: 'Oktoberfest', tags: ['Event'], slug: 'abc2345', passwordHash: null, archived: false, expiresAt: null };
    expect(applyChanges(link, same, later)).toBe(link);
    expect(applyChanges(link, {}, later)).toBe(link);
  });

  it('counts the version up and leaves what is not named as it was', () => {
    const next = applyChanges(link, { title: 'Wiesn' }, later);
    expect(next).toEqual({ ...link, title: 'Wiesn', version: 2, updatedAt: later });
  });

  it('makes a new slug a custom one', () => {
    expect(applyChanges(link, { slug: 'wiesn' }, later)).toMatchObject({ slug: 'wiesn', isCustomAlias: true });
  });

  it('counts the password version up with every password set or removed', () => {
    const set = applyChanges(link, { passwordHash: 'hash' }, later);
    const again = applyChanges(set, { passwordHash: 'hash' }, later);
    const removed = applyChanges(again, { passwordHash: null }, later);
    expect([set, again, removed].map((l) => [l.hasPassword, l.passwordVersion, l.version])).toEqual([
      [true, 1, 2],
      [true, 2, 3],
      [false, 3, 4],
    ]);
  });

  it('archives and takes back', () => {
    const archived = applyChanges(link, { archived: true }, later);
    expect(stateOf(archived)).toBe('archived');
    expect(applyChanges(archived, { archived: true }, new Date())).toBe(archived);
    expect(stateOf(applyChanges(archived, { archived: false }, later))).toBe('active');
  });
});

describe('what follows from a link', () => {
  it.each([
    [{ archivedAt: later }, 'archived'],
    [{ archivedAt: later, quarantinedAt: later }, 'quarantined'],
    [{ archivedAt: later, quarantinedAt: later, disabledAt: later }, 'disabled'],
    [{ archivedAt: later, quarantinedAt: later, disabledAt: later, deletedAt: later }, 'deleted'],
    [{}, 'active'],
  ])('of %j the state is %s', (times, state) => {
    expect(stateOf({ ...link, ...times })).toBe(state);
  });

  it('is searched by title, destination, readable host, slug, description and tags, whatever the case', () => {
    const text = searchText({ ...link, description: 'A Mass' });
    for (const part of ['oktoberfest', 'xn--mnchen', 'münchen', 'bier', 'abc2345', 'a mass', 'event']) expect(text).toContain(part);
  });

  it('is sorted by its title, or its destination where it has none', () => {
    expect(titleKey(link)).toBe('oktoberfest');
    expect(titleKey({ ...link, title: '' })).toBe('xn--mnchen-3ya.de/bier');
  });

  it('is remembered without password or hash', () => {
    expect(Object.keys(snapshotOf(link))).not.toContain('passwordHash');
  });
});
