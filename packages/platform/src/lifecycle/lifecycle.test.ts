import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/index.js';
import { Lifecycle } from './index.js';

const lifecycle = (): Lifecycle => new Lifecycle(createLogger({ service: 'test', level: 'silent' }), 1_000);

describe('stopping', () => {
  it('closes in reverse order, one after the other, after readiness went off', async () => {
    const order: string[] = [];
    const process = lifecycle();
    process.onClose('postgres', async () => {
      order.push('postgres');
    });
    process.onClose('bus', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('bus');
    });
    process.onClose('grpc', () => order.push('grpc'));
    process.onDrain(() => order.push('drain'));
    await process.stop('test');
    expect(order).toEqual(['drain', 'grpc', 'bus', 'postgres']);
  });

  it('closes the rest when one fails', async () => {
    const closed: string[] = [];
    const process = lifecycle();
    process.onClose('first', () => closed.push('first'));
    process.onClose('second', () => Promise.reject(new Error('stuck')));
    process.onClose('third', () => {
      throw new Error('broken');
    });
    await process.stop('test');
    expect(closed).toEqual(['first']);
  });

  it('happens once however often it is asked for', async () => {
    let closes = 0;
    const process = lifecycle();
    process.onClose('only', () => {
      closes++;
    });
    expect(process.isStopping).toBe(false);
    await Promise.all([process.stop('one'), process.stop('two')]);
    await process.stop('three');
    expect({ closes, stopping: process.isStopping }).toEqual({ closes: 1, stopping: true });
  });
});
