// A link service that looks domains up in a zone of the tests, and what workspaces do with their domains.
import type { Actor } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { type Domain, DomainServiceService } from '@linqr/proto/link/v1/domains';
import { DnsServer } from '@linqr/testing/dns';
import { onPlan } from './bulk-harness.js';
import { as, createRequest, newActor, startLink, type TestLink } from './harness.js';

/** Where domains are to point. */
export const TARGET = 'edge.linqr.test';

export let link: TestLink;
export let own: GrpcClient<typeof DomainServiceService>;
export const dns = new DnsServer();

/** Before all tests of a file. */
export async function openDomains(): Promise<void> {
  dns.zone.set(TARGET, { a: ['192.0.2.10'] });
  link = await startLink({ OUTBOUND_DNS_SERVERS: await dns.listen(), DOMAIN_TARGET: TARGET });
  own = createGrpcClient({ definition: DomainServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
}

export async function closeDomains(): Promise<void> {
  own?.$close();
  await link?.stop();
  await dns.close();
}

export const somebody = (plan = 'professional') => onPlan(link, newActor(), plan);
let count = 0;
export const newHost = () => `go${++count}.brand.example`;
export const add = (actor: Actor, host: string) => as(actor, () => own.createDomain({ host }));
export const verify = (actor: Actor, { id }: Domain) => as(actor, () => own.verifyDomain({ id }));
export const remove = (actor: Actor, { id }: Domain) => as(actor, () => own.deleteDomain({ id }));
export const listed = async (actor: Actor) => (await as(actor, () => own.listDomains({}))).domains;
export const read = async (actor: Actor, { id }: Domain) => (await listed(actor)).find((domain) => domain.id === id)!;

/** Puts the records into the zone that prove one host's claims, beside a record of somebody else's. */
export function prove(...domains: Domain[]): void {
  dns.zone.set(domains[0]!.txtName, { txt: ['something else', ...domains.map(({ txtValue }) => txtValue)] });
  dns.zone.set(domains[0]!.host, { cname: TARGET });
}

export async function verified(actor: Actor, host = newHost()): Promise<Domain> {
  const domain = await add(actor, host);
  prove(domain);
  return verify(actor, domain);
}

export const make = (actor: Actor, domain: string, customAlias: string) =>
  as(actor, () => link.client.createLink(createRequest({ domain, customAlias, originalUrl: `https://example.com/${customAlias}` })));
export const resolve = (domain: string, slug: string) => link.client.resolveLink({ domain, slug });
