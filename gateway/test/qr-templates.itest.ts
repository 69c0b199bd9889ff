import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DEFAULT_SIZE, parseCustomization, QR_TEMPLATES } from '@linqr/qr-render';
import { type RunningGateway, startTestGateway } from './gateway.harness.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
}, 60_000);
afterAll(() => gateway.stop());

it('answers every preset design as a customization that gives exactly that design back', async () => {
  const response = await fetch(`${gateway.origin}/api/qrcodes/templates`, {
    headers: { authorization: `Bearer ${gateway.accessToken()}` },
  });
  const body = (await response.json()) as { data: { templates: { key: string; name: string; customization: unknown }[] } };
  expect(response.status).toBe(200);
  expect(body.data.templates.map(({ key, name }) => ({ key, name }))).toEqual(QR_TEMPLATES.map(({ key, name }) => ({ key, name })));
  for (const [index, { customization }] of body.data.templates.entries()) {
    expect(parseCustomization(customization)).toEqual({ ok: true, value: { design: QR_TEMPLATES[index]?.design, size: DEFAULT_SIZE } });
  }
});

it('answers them to nobody without a session', async () => {
  expect((await fetch(`${gateway.origin}/api/qrcodes/templates`)).status).toBe(401);
});
