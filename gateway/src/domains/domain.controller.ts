import { type Domain, DomainState } from '@linqr/proto/link/v1/domains';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { allowedQuery, createDomainBody, deletedDomainAnswer, domainAnswer, domainsAnswer, updateDomainBody } from './domain.dto.js';

/** A look at DNS: two questions, two tries each, two seconds a try. */
const VERIFY_TIMEOUT_MS = 25_000;

@ApiTags('Domains')
@Controller('domains')
export class DomainController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiRoute({ summary: "The workspace's own domains", access: 'signed-in', answer: domainsAnswer })
  async list(): Promise<z.output<typeof domainsAnswer>> {
    const { domains, limit } = await this.services.domains.listDomains({});
    return { domains: domains.map(present), limit: limit < 0 ? null : limit };
  }

  @Post()
  @ApiRoute({
    summary: 'Add a domain; the answer says which records prove it',
    access: 'signed-in',
    status: 201,
    answer: domainAnswer,
    errors: ['PLAN_FEATURE_REQUIRED', 'PLAN_LIMIT_REACHED', 'DOMAIN_TAKEN'],
  })
  async create(@Body({ schema: createDomainBody }) { host }: z.output<typeof createDomainBody>) {
    return present(await this.services.domains.createDomain({ host }));
  }

  @Get('allowed')
  @ApiRoute({
    summary: 'Whether links are served on a host: what a TLS front asks before it orders a certificate',
    access: 'public',
    answer: z.object({ domain: z.string() }),
    errors: ['DOMAIN_NOT_FOUND'],
  })
  async allowed(@Query({ schema: allowedQuery }) { domain }: z.output<typeof allowedQuery>) {
    const host = domain.trim().toLowerCase().replace(/\.$/, '');
    await this.services.domains.resolveDomain({ host });
    return { domain: host };
  }

  @Put(':id')
  @ApiRoute({
    summary: 'Say where the root of a domain leads',
    access: 'signed-in',
    answer: domainAnswer,
    errors: ['DOMAIN_NOT_FOUND', 'DESTINATION_NOT_ALLOWED'],
  })
  async update(@Param('id') id: string, @Body({ schema: updateDomainBody }) { rootRedirect }: z.output<typeof updateDomainBody>) {
    return present(await this.services.domains.updateDomain({ id, rootRedirect: rootRedirect ?? '' }));
  }

  @Post(':id/verify')
  @ApiRoute({
    summary: "Look at the domain's records now",
    access: 'signed-in',
    answer: domainAnswer,
    errors: ['DOMAIN_NOT_FOUND', 'DOMAIN_TAKEN'],
  })
  async verify(@Param('id') id: string) {
    return present(await this.services.domains.verifyDomain({ id }, { timeoutMs: VERIFY_TIMEOUT_MS }));
  }

  @Delete(':id')
  @ApiRoute({
    summary: 'Remove a domain that no links live on',
    access: 'signed-in',
    answer: deletedDomainAnswer,
    errors: ['DOMAIN_NOT_FOUND', 'DOMAIN_IN_USE'],
  })
  async remove(@Param('id') id: string) {
    await this.services.domains.deleteDomain({ id });
    return { id };
  }
}

const STATES: Partial<Record<DomainState, 'verified' | 'failed'>> = {
  [DomainState.DOMAIN_STATE_VERIFIED]: 'verified',
  [DomainState.DOMAIN_STATE_FAILED]: 'failed',
};

function present(domain: Domain): z.output<typeof domainAnswer> {
  return {
    id: domain.id,
    _id: domain.id,
    host: domain.host,
    state: STATES[domain.state] ?? 'pending',
    txtName: domain.txtName,
    txtValue: domain.txtValue,
    cnameTarget: domain.cnameTarget,
    txtFound: domain.txtFound,
    pointsHere: domain.pointsHere,
    checkedAt: domain.checkedAt ?? null,
    verifiedAt: domain.verifiedAt ?? null,
    problem: domain.problem || null,
    linkCount: domain.linkCount,
    rootRedirect: domain.rootRedirect || null,
    rootBlocked: domain.rootBlocked,
    createdAt: domain.createdAt ?? '',
  };
}
