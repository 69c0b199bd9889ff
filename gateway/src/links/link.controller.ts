import { type Logger } from '@linqr/platform/logging';
import { CountedEntity } from '@linqr/proto/analytics/v1/analytics';
import { type Link, LinkFilter, LinkSort } from '@linqr/proto/link/v1/link';
import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { presentPagination } from '../http/pagination.js';
import { clientInfo } from '../http/request.js';
import { LOGGER } from '../tokens.js';
import {
  createLinkBody,
  deletedAnswer,
  linkAnswer,
  linksAnswer,
  listLinksQuery,
  unlockAnswer,
  unlockBody,
  updateLinkBody,
} from './link.dto.js';
import { presentLink } from './link.presenter.js';
import { countsOf } from './link-counts.js';
import { ruleMessage, variantMessage } from './targeting.dto.js';

export const LINK_FILTERS = {
  all: LinkFilter.LINK_FILTER_ALL,
  custom: LinkFilter.LINK_FILTER_CUSTOM_ALIAS,
  protected: LinkFilter.LINK_FILTER_PASSWORD_PROTECTED,
  expired: LinkFilter.LINK_FILTER_EXPIRED,
};
const SORTS = { newest: LinkSort.LINK_SORT_NEWEST, oldest: LinkSort.LINK_SORT_OLDEST, title: LinkSort.LINK_SORT_TITLE };

@ApiTags('Short links')
@Controller('urls')
export class LinkController {
  constructor(
    private readonly services: Services,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('shorten')
  @ApiRoute({
    summary: 'Create a short link',
    access: 'signed-in',
    answer: linkAnswer,
    status: 201,
    errors: ['DESTINATION_NOT_ALLOWED', 'PLAN_LIMIT_REACHED', 'PLAN_FEATURE_REQUIRED', 'LINK_ALIAS_TAKEN'],
  })
  async create(@Body({ schema: createLinkBody }) body: z.output<typeof createLinkBody>, @IdempotencyKey() key: string | undefined) {
    const link = await this.services.link.createLink({
      ...body,
      rules: body.rules.map(ruleMessage),
      variants: body.variants.map(variantMessage),
      // Only the qr side makes links of codes.
      qrId: undefined,
      idempotencyKey: key,
    });
    return presentLink(link, { id: link.id, clicks: 0, uniqueClicks: 0, sparkline: new Array<number>(14).fill(0) });
  }

  @Get()
  @ApiRoute({ summary: "List the workspace's links", access: 'signed-in', answer: linksAnswer, lift: ['urls', 'pagination'] })
  async list(@Query({ schema: listLinksQuery }) query: z.output<typeof listLinksQuery>) {
    const { links, total, nextCursor } = await this.services.link.listLinks({
      ...query,
      filter: LINK_FILTERS[query.filter],
      sort: SORTS[query.sort],
    });
    const count = await countsOf(
      this.services,
      this.logger,
      CountedEntity.COUNTED_ENTITY_LINK,
      links.map((l) => l.id),
    );
    return { urls: links.map((l) => presentLink(l, count(l.id))), pagination: presentPagination(query, total, nextCursor) };
  }

  @Get(':id')
  @ApiRoute({ summary: 'One link', access: 'signed-in', answer: linkAnswer, errors: ['LINK_NOT_FOUND'] })
  async get(@Param('id') id: string) {
    return this.withCounts(await this.services.link.getLink({ id }));
  }

  @Put(':id')
  @ApiRoute({
    summary: 'Change a link; fields left out stay as they are',
    access: 'signed-in',
    answer: linkAnswer,
    errors: ['LINK_NOT_FOUND', 'DESTINATION_NOT_ALLOWED', 'PLAN_FEATURE_REQUIRED', 'LINK_ALIAS_TAKEN'],
  })
  async update(@Param('id') id: string, @Body({ schema: updateLinkBody }) body: z.output<typeof updateLinkBody>) {
    const cleared = (value: unknown) => value === null || value === '';
    const link = await this.services.link.updateLink({
      id,
      originalUrl: body.originalUrl,
      // An emptied alias field means: leave the address as it is.
      customAlias: body.customAlias || undefined,
      title: body.title === null ? '' : body.title,
      description: body.description === null ? '' : body.description,
      tags: body.tags === undefined ? undefined : { values: body.tags ?? [] },
      password: body.password === null ? '' : body.password,
      expiresAt: body.expiresAt || undefined,
      clearExpiresAt: cleared(body.expiresAt),
      startsAt: body.startsAt || undefined,
      clearStartsAt: cleared(body.startsAt),
      maxClicks: cleared(body.maxClicks) ? 0 : (body.maxClicks as number | undefined),
      redirectType: body.redirectType,
      forwardQuery: body.forwardQuery,
      archived: body.archived,
      rules: body.rules === undefined ? undefined : { values: (body.rules ?? []).map(ruleMessage) },
      variants: body.variants === undefined ? undefined : { values: (body.variants ?? []).map(variantMessage) },
    });
    return this.withCounts(link);
  }

  @Delete(':id')
  @ApiRoute({
    summary: 'Delete a link; its address is not handed out again',
    access: 'signed-in',
    answer: deletedAnswer,
    errors: ['LINK_NOT_FOUND'],
  })
  async remove(@Param('id') id: string) {
    await this.services.link.deleteLink({ id });
    return { id };
  }

  @Post(':id/unlock')
  @ApiRoute({
    summary: 'Open a protected link with its password',
    access: 'public',
    answer: unlockAnswer,
    errors: ['LINK_NOT_FOUND', 'LINK_PASSWORD_WRONG', 'LINK_GONE', 'CSRF_TOKEN_INVALID'],
  })
  async unlock(@Param('id') id: string, @Body({ schema: unlockBody }) body: z.output<typeof unlockBody>, @Req() request: Request) {
    const { originalUrl } = await this.services.link.unlockLink({
      id,
      domain: '',
      slug: '',
      password: body.password,
      clientAddress: clientInfo(request).address,
    });
    return { originalUrl };
  }

  private async withCounts(link: Link) {
    const count = await countsOf(this.services, this.logger, CountedEntity.COUNTED_ENTITY_LINK, [link.id]);
    return presentLink(link, count(link.id));
  }
}
