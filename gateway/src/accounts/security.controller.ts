import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { auditAnswer, auditQuery } from './security.dto.js';

@ApiTags('Authentication')
@Controller('auth')
export class SecurityController {
  constructor(private readonly services: Services) {}

  @Get('audit')
  @ApiRoute({
    summary: 'Security events of the account, newest first, of the last year',
    access: 'signed-in',
    answer: auditAnswer,
    errors: ['FORBIDDEN'],
  })
  async audit(@Query({ schema: auditQuery }) query: z.output<typeof auditQuery>) {
    const { events, total } = await this.services.identity.listSecurityEvents(query);
    return {
      events: events.map(({ id, action, at, device, place }) => ({ id, action, at: at ?? '', device, address: place })),
      pagination: presentPagination(query, total),
    };
  }
}
