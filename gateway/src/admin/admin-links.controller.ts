import { LinkState } from '@linqr/proto/link/v1/link';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { addressesOf, workspaceOf } from './addresses.js';
import { linkAnswer, linkStateBody, linksAnswer, linksQuery } from './admin.dto.js';
import { presentAdminLink } from './admin.presenter.js';

const STATES = {
  all: LinkState.LINK_STATE_UNSPECIFIED,
  active: LinkState.LINK_STATE_ACTIVE,
  archived: LinkState.LINK_STATE_ARCHIVED,
  disabled: LinkState.LINK_STATE_DISABLED,
  quarantined: LinkState.LINK_STATE_QUARANTINED,
} as const;

@ApiTags('Admin')
@Controller('admin/links')
export class AdminLinksController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiRoute({
    summary: 'Links of all accounts, by short URL, destination or state',
    access: 'admin',
    answer: linksAnswer,
    errors: ['USER_NOT_FOUND'],
  })
  async find(@Query({ schema: linksQuery }) query: z.output<typeof linksQuery>) {
    const { links, total } = await this.services.desk.safety.findLinks({
      page: query.page,
      limit: query.limit,
      search: query.search,
      state: STATES[query.state],
      workspaceId: query.userId ? await workspaceOf(this.services, query.userId) : '',
    });
    const addresses = await addressesOf(
      this.services,
      links.map(({ ownerId }) => ownerId),
    );
    return { links: links.map((link) => presentAdminLink(link, addresses)), pagination: presentPagination(query, total) };
  }

  @Post(':id/state')
  @ApiRoute({
    summary: 'Take a link down, put it behind a warning, or let it go; every edge obeys within a second, its owner is told by mail',
    access: 'admin',
    answer: linkAnswer,
    errors: ['LINK_NOT_FOUND'],
  })
  async setState(@Param('id') id: string, @Body({ schema: linkStateBody }) { state, reason }: z.output<typeof linkStateBody>) {
    const link = await this.services.desk.safety.setLinkState({ id, state: STATES[state], reason });
    return { link: presentAdminLink(link, await addressesOf(this.services, [link.ownerId])) };
  }
}
