import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import type { Message } from './message.js';
import { MessageStore } from './message-store.js';

const message = (subject: string, text = 'text'): Message => ({
  id: newId('msg'),
  to: 'a@example.com',
  from: 'b@example.com',
  subject,
  text,
  html: '',
  receivedAt: new Date().toISOString(),
});

describe('MessageStore', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-mail-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps the newest messages over a restart, newest first', async () => {
    const store = await MessageStore.open(folder, { messages: 2, bytes: 1_000 });
    for (const subject of ['one', 'two', 'three']) await store.add(message(subject));
    const again = await MessageStore.open(folder, { messages: 2, bytes: 1_000 });
    expect(again.list().map((it) => it.subject)).toEqual(['three', 'two']);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('lets old messages go for the room of new ones, but never the newest', async () => {
    const store = await MessageStore.open(folder, { messages: 10, bytes: 100 });
    await store.add(message('old', 'x'.repeat(80)));
    await store.add(message('new', 'x'.repeat(300)));
    expect(store.list().map((it) => it.subject)).toEqual(['new']);
  });

  it('opens although a file in its folder is torn', async () => {
    const store = await MessageStore.open(folder);
    await store.add(message('whole'));
    writeFileSync(join(folder, `${newId('msg')}.json`), '{"id":"msg_');
    expect((await MessageStore.open(folder)).list().map((it) => it.subject)).toEqual(['whole']);
  });
});
