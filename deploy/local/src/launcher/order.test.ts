import { describe, expect, it } from '@jest/globals';
import { manifest } from '../manifest.js';
import { stopOrder } from './order.js';

const names = (groups: { name: string }[][]) => groups.map((group) => group.map((part) => part.name).sort());

describe('stopOrder', () => {
  it('stops whoever needs others before them', () => {
    const parts = [
      { name: 'store', needs: [] },
      { name: 'door', needs: ['shop'] },
      { name: 'shop', needs: ['store', 'gone'] },
      { name: 'bell', needs: [] },
    ];
    expect(names(stopOrder(parts))).toEqual([['bell', 'door'], ['shop'], ['store']]);
  });

  it('refuses a circle', () => {
    expect(() =>
      stopOrder([
        { name: 'a', needs: ['b'] },
        { name: 'b', needs: ['a'] },
      ]),
    ).toThrow('a, b');
  });

  it('closes the public doors of the product first', () => {
    expect(names(stopOrder(manifest))[0]).toEqual(['gateway']);
  });
});
