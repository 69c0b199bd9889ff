import { describe, expect, it } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { DomainRoots } from './domain.roots.js';

/** Answers in turn, the last one for ever; counts the questions. */
function domains(...answers: (string | AppError)[]) {
  const asked: string[] = [];
  const resolveDomain = async ({ host }: { host: string }) => {
    const answer = answers[Math.min(asked.push(host), answers.length) - 1]!;
    if (answer instanceof AppError) throw answer;
    return { isInstallation: false, rootRedirect: answer };
  };
  return { asked, resolveDomain };
}
const unknown = new AppError('DOMAIN_NOT_FOUND', 'Domain not found');
const away = new AppError('PART_UNAVAILABLE', 'away');

describe('the root of a host', () => {
  it('is asked for once within some seconds, however many visits come', async () => {
    const source = domains('https://a.example/', 'https://b.example/');
    const roots = new DomainRoots(source);
    const visits = await Promise.all([1, 2, 3].map(() => roots.of('go.example', 0)));
    expect(visits).toEqual(Array(3).fill({ redirect: 'https://a.example/' }));
    expect(await roots.of('go.example', 14_999)).toEqual({ redirect: 'https://a.example/' });
    expect(source.asked).toHaveLength(1);
    expect(await roots.of('go.example', 15_000)).toEqual({ redirect: 'https://b.example/' });
  });

  it('is known to be none of ours', async () => {
    const source = domains(unknown);
    const roots = new DomainRoots(source);
    expect(await roots.of('other.example', 0)).toBe('unknown');
    expect(await roots.of('other.example', 1)).toBe('unknown');
    expect(source.asked).toHaveLength(1);
  });

  it('goes on as it was while nobody can be asked, and is unavailable where nothing was known', async () => {
    const roots = new DomainRoots(domains('https://a.example/', away));
    await roots.of('go.example', 0);
    expect(await roots.of('go.example', 60_000)).toEqual({ redirect: 'https://a.example/' });
    expect(await roots.of('new.example', 60_000)).toBe('unavailable');
  });

  it('remembers a bounded number of hosts', async () => {
    const source = domains('');
    const roots = new DomainRoots(source);
    for (let i = 0; i <= 1_001; i++) await roots.of(`h${i}.example`, 0);
    await roots.of('h1001.example', 0);
    expect(source.asked).toHaveLength(1_002);
  });
});
