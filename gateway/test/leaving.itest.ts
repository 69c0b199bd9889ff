import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type RunningGateway, startTestGateway } from './gateway.harness.js';

/** Takes connections and says nothing: calls to it are under way until their time is up. */
async function silence(): Promise<{ target: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('a gateway that is told to stop', () => {
  let silent: Awaited<ReturnType<typeof silence>>;
  let gateway: RunningGateway;
  let stopped: Promise<void> | undefined;
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const authorization = `Bearer ${gateway.accessToken()}`;
      request(`${gateway.origin}/api${path}`, { agent, headers: { authorization, ...headers } }, resolve)
        .once('error', reject)
        .end();
    });
  const whole = async (answer: IncomingMessage) => {
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return text;
  };

  beforeAll(async () => {
    silent = await silence();
    gateway = await startTestGateway({ ANALYTICS_TARGET: silent.target, LINK_TARGET: silent.target });
  });
  afterAll(async () => {
    await (stopped ?? gateway.stop());
    agent.destroy();
    silent.close();
  });

  it('answers what is under way, ends live views, makes every answer the last of its connection, and then ends', async () => {
    const live = await ask('/urls/analytics/realtime', { accept: 'text/event-stream' });
    expect(live.statusCode).toBe(200);
    const viewing = whole(live);
    const underWay = ask('/urls');
    // A connection that was kept open by an answer from before.
    const before = await ask('/v1/health');
    expect(before.headers.connection).toBe('keep-alive');
    await whole(before);
    stopped = gateway.stop();
    await eventually(async () => {
      const answer = await ask('/v1/health');
      await whole(answer);
      return answer.headers.connection === 'close';
    });
    expect(await viewing).toContain('retry: 2000');
    const answer = await underWay;
    expect(answer.statusCode).toBeGreaterThanOrEqual(503);
    expect(JSON.parse(await whole(answer))).toMatchObject({ success: false });
    await stopped;
    await expect(ask('/v1/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }, 60_000);
});
