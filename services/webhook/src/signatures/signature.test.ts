import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newSecret, sign } from './signature.js';

const now = () => Math.floor(Date.now() / 1_000);
const headers = (id: string, timestamp: number, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

describe('a signature', () => {
  it("is what the specification's example says", () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(sign([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is accepted by the standardwebhooks package for any body, with each of the secrets that signed', () => {
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (body, id) => {
        const secrets = [newSecret(), newSecret(), newSecret()];
        const at = now();
        const signature = sign(secrets, id, at, body);
        for (const secret of secrets) expect(new Webhook(secret).verify(body, headers(id, at, signature))).toEqual(JSON.parse(body));
      }),
      { numRuns: 50 },
    );
  });

  it('is refused by it with another secret, another body, another id or an old time', () => {
    const secret = newSecret();
    const at = now();
    const signature = sign([secret], 'evt_1', at, '{"a":1}');
    const receiver = new Webhook(secret);
    expect(receiver.verify('{"a":1}', headers('evt_1', at, signature))).toEqual({ a: 1 });
    expect(() => new Webhook(newSecret()).verify('{"a":1}', headers('evt_1', at, signature))).toThrow();
    expect(() => receiver.verify('{"a":2}', headers('evt_1', at, signature))).toThrow();
    expect(() => receiver.verify('{"a":1}', headers('evt_2', at, signature))).toThrow();
    const old = now() - 600;
    expect(() => receiver.verify('{"a":1}', headers('evt_1', old, sign([secret], 'evt_1', old, '{"a":1}')))).toThrow();
  });
});

describe('a secret', () => {
  it('has 32 bytes of its own', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  });
});
