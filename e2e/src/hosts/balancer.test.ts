import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@linqr/embedded/ports';
import { eventually } from '@linqr/testing/eventually';
import { Balancer } from './balancer.js';
import { openNetwork } from './network.js';
import { type HostName, managementPort, type Part } from './topology.js';

describe('the balancer before several replicas', () => {
  const { network } = openNetwork('loopback');
  const servers: Server[] = [];
  let part: Part;
  let balancer: Balancer;
  const serve = async (host: HostName, port: number, status: () => number) => {
    const server = createServer((_, response) => response.writeHead(status()).end(host));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, network.address(host), resolve));
    return server;
  };
  const get = () => balancer.send({ method: 'GET', path: '/', headers: {}, timeoutMs: 5_000 });
  const hostsOf = async (calls: number) => {
    const hosts = new Set<string>();
    for (let i = 0; i < calls; i++) {
      const answer = await get();
      hosts.add('status' in answer ? answer.body : 'nobody');
    }
    return [...hosts].sort();
  };

  beforeEach(async () => {
    part = { name: 'toy', entry: '', hosts: ['a', 'b'], port: await freePort('127.77.0.11'), migrates: false, database: false, heapMb: 1 };
  });
  afterEach(async () => {
    balancer.close();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('takes turns, leaves out who was drained, and takes it in again', async () => {
    for (const host of part.hosts) {
      await serve(host, part.port, () => 200);
      await serve(host, managementPort(part), () => 200);
    }
    balancer = new Balancer(part, network);
    expect(await hostsOf(6)).toEqual(['a', 'b']);
    balancer.drain('a');
    expect(await hostsOf(6)).toEqual(['b']);
    balancer.admit('a');
    expect(await hostsOf(6)).toEqual(['a', 'b']);
  });

  it('sends a request that was refused to another one, and says so', async () => {
    await serve('b', part.port, () => 200);
    await serve('b', managementPort(part), () => 200);
    balancer = new Balancer(part, network);
    const answers: Awaited<ReturnType<typeof get>>[] = [await get(), await get()];
    expect(answers.map((answer) => ('status' in answer ? answer.body : 'nobody'))).toEqual(['b', 'b']);
    expect(answers.flatMap(({ before }) => before)).toEqual(['a: ECONNREFUSED']);
  });

  it('asks those no more that are not ready', async () => {
    let ready = 200;
    for (const host of part.hosts) await serve(host, part.port, () => 200);
    await serve('a', managementPort(part), () => ready);
    await serve('b', managementPort(part), () => 200);
    balancer = new Balancer(part, network);
    ready = 503;
    await eventually(async () => (await hostsOf(4)).join() === 'b');
    ready = 200;
    await eventually(async () => (await hostsOf(4)).join() === 'a,b');
  });

  it('tells what was tried when nobody answers', async () => {
    balancer = new Balancer(part, network);
    const answer = await get();
    expect('status' in answer).toBe(false);
    expect(answer.before.length).toBeGreaterThanOrEqual(2);
    expect(new Set(answer.before)).toEqual(new Set(['a: ECONNREFUSED', 'b: ECONNREFUSED']));
  });
});
