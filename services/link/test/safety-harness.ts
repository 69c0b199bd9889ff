// A link service with block lists, and what its desk is asked.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { LinkChanged } from '@linqr/proto/events/v1/link';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import { ContactServiceService } from '@linqr/proto/link/v1/contact';
import { ReportState, SafetyServiceService } from '@linqr/proto/link/v1/safety';
import { as, createRequest, newActor, startLink, type TestLink } from './harness.js';

export let link: TestLink;
export let safety: GrpcClient<typeof SafetyServiceService>;
export let contact: GrpcClient<typeof ContactServiceService>;
let folder: string;
let listServer: Server;
let served = 'by-url.example\n';

/** Adds a line to the list that is fetched. */
export function serveAlso(host: string): void {
  served += `${host}\n`;
}

/** Writes the list that is a file. */
export function writeHosts(...hosts: string[]): Promise<void> {
  return writeFile(join(folder, 'hosts.txt'), hosts.map((host) => `0.0.0.0 ${host}\n`).join(''));
}

export const changes: LinkChanged[] = [];
export const mails: MailRequested[] = [];
export const admin = newActor('admin');

/** Before all tests of a file. */
export async function openDesk(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'linqr-lists-'));
  await writeFile(join(folder, 'hosts.txt'), '# first\n0.0.0.0 evil.example\n');
  listServer = createServer((_, response) => response.end(served)).listen(0, '127.0.0.1');
  await new Promise((resolve) => listServer.once('listening', resolve));
  link = await startLink({
    SAFETY_BLOCK_LISTS: `${join(folder, 'hosts.txt')},http://127.0.0.1:${(listServer.address() as AddressInfo).port}/list`,
    SAFETY_REFRESH_MINUTES: '0.01',
    OUTBOUND_ALLOW_PRIVATE: 'true',
  });
  safety = createGrpcClient({ definition: SafetyServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
  contact = createGrpcClient({ definition: ContactServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
  await link.bus.subscribe({
    group: 'test',
    topics: ['link.changed.v1', 'mail.requested.v1'],
    from: 'beginning',
    handler: async (records) => {
      for (const { topic, value } of records)
        if (topic === 'link.changed.v1') changes.push(LinkChanged.decode(value));
        else mails.push(MailRequested.decode(value));
    },
  });
}

export async function closeDesk(): Promise<void> {
  safety?.$close();
  contact?.$close();
  await link?.stop();
  listServer?.close();
  await rm(folder, { recursive: true, force: true });
}

export const create = (actor: Actor, originalUrl = 'https://example.com/') =>
  as(actor, () => link.client.createLink(createRequest({ originalUrl })));
export const asAdmin = <T>(work: () => Promise<T>) => as(admin, work);
let nextAddress = 1;
export const anAddress = () => `198.51.100.${nextAddress++}`;
export const report = (shortId: string, fields: { reason?: string; email?: string; clientAddress?: string; details?: string } = {}) =>
  safety.fileReport({ shortId, reason: 'Phishing', details: '', email: '', clientAddress: anAddress(), ...fields });
export const openReports = () => asAdmin(() => safety.listReports({ page: 1, limit: 100, state: ReportState.REPORT_STATE_OPEN }));
export const reportOf = async (shortId: string) => (await openReports()).reports.find((one) => one.shortId === shortId);
export const resolved = ({ domain, slug }: { domain: string; slug: string }) => link.client.resolveLink({ domain, slug });
export const record = () => asAdmin(() => safety.listAdminActions({ page: 1, limit: 100 }));
