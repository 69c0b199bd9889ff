import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  type CreateDomainRequest,
  type DeleteDomainRequest,
  type DeleteDomainResponse,
  type Domain as DomainMessage,
  DomainServiceService,
  DomainState as DomainStateMessage,
  type ListDomainsResponse,
  type ResolveDomainRequest,
  type ResolvedDomain,
  type UpdateDomainRequest,
  type VerifyDomainRequest,
} from '@linqr/proto/link/v1/domains';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { type DomainState, domainNotFound, txtName, txtValue } from './domain.js';
import { type CountedDomain, DomainService } from './domain.service.js';

const STATES: Record<DomainState, DomainStateMessage> = {
  pending: DomainStateMessage.DOMAIN_STATE_PENDING,
  verified: DomainStateMessage.DOMAIN_STATE_VERIFIED,
  failed: DomainStateMessage.DOMAIN_STATE_FAILED,
};

const createSchema = z.object({ host: z.string().max(2_000, 'That is not a domain name.') });
const updateSchema = z.object({ id: z.string(), rootRedirect: z.string().max(8_192, 'The address is too long.') });

/** Where domains have to lead; told with every domain. */
export class DomainTarget {
  constructor(readonly host: string) {}
}

@Controller()
@GrpcService(DomainServiceService)
export class DomainController implements Handlers<typeof DomainServiceService> {
  constructor(
    private readonly domains: DomainService,
    private readonly target: DomainTarget,
  ) {}

  async listDomains(): Promise<ListDomainsResponse> {
    const { domains, limit } = await this.domains.list();
    return { domains: domains.map((domain) => this.message(domain)), limit };
  }

  async createDomain(request: CreateDomainRequest): Promise<DomainMessage> {
    return this.message(await this.domains.create(parseInput(createSchema, request).host));
  }

  async updateDomain(request: UpdateDomainRequest): Promise<DomainMessage> {
    const { id, rootRedirect } = parseInput(updateSchema, request);
    return this.message(await this.domains.setRootRedirect(id, rootRedirect));
  }

  async verifyDomain({ id }: VerifyDomainRequest): Promise<DomainMessage> {
    return this.message(await this.domains.verify(id));
  }

  async deleteDomain({ id }: DeleteDomainRequest): Promise<DeleteDomainResponse> {
    await this.domains.delete(id);
    return {};
  }

  async resolveDomain({ host }: ResolveDomainRequest): Promise<ResolvedDomain> {
    const found = await this.domains.resolve(host);
    if (!found) throw domainNotFound();
    return found;
  }

  private message({ domain, linkCount }: CountedDomain): DomainMessage {
    return {
      id: domain.id,
      host: domain.host,
      state: STATES[domain.state],
      txtName: txtName(domain.host),
      txtValue: txtValue(domain.txtToken),
      cnameTarget: this.target.host,
      checkedAt: domain.checkedAt?.toISOString(),
      verifiedAt: domain.verifiedAt?.toISOString(),
      problem: domain.problem,
      linkCount,
      rootRedirect: domain.rootRedirect,
      rootBlocked: domain.rootBlocked,
      createdAt: domain.createdAt.toISOString(),
      txtFound: domain.txtFound,
      pointsHere: domain.pointsHere,
    };
  }
}
