import { Body, Controller, Delete, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { clientInfo } from '../http/request.js';
import { nothing } from './account.dto.js';
import { presentEmailChange } from './account.presenter.js';
import { confirmEmailChangeAnswer, confirmEmailChangeBody } from './security.dto.js';

@ApiTags('Authentication')
@Controller('auth/email-change')
export class EmailChangeController {
  constructor(private readonly services: Services) {}

  @Post('confirm')
  @ApiRoute({
    summary: 'Confirm a change of address with the token mailed to either address',
    access: 'public',
    answer: confirmEmailChangeAnswer,
    errors: ['EMAIL_CHANGE_TOKEN_INVALID', 'EMAIL_TAKEN', 'CSRF_TOKEN_INVALID'],
  })
  async confirm(@Body({ schema: confirmEmailChangeBody }) body: z.output<typeof confirmEmailChangeBody>, @Req() request: Request) {
    const { emailChange, done } = await this.services.identity.confirmEmailChange({ ...body, client: clientInfo(request) });
    return { emailChange: presentEmailChange(emailChange), done };
  }

  @Post('cancel')
  @ApiRoute({
    summary: 'Cancel a change of address with the token mailed to the present address',
    access: 'public',
    answer: nothing,
    errors: ['EMAIL_CHANGE_TOKEN_INVALID', 'CSRF_TOKEN_INVALID'],
  })
  async cancelByMail(@Body({ schema: confirmEmailChangeBody }) body: z.output<typeof confirmEmailChangeBody>, @Req() request: Request) {
    return this.services.identity.cancelEmailChange({ ...body, client: clientInfo(request) });
  }

  @Delete()
  @ApiRoute({ summary: 'Cancel the change of address under way', access: 'signed-in', answer: nothing, errors: ['FORBIDDEN'] })
  async cancel(@Req() request: Request) {
    return this.services.identity.cancelEmailChange({ token: '', client: clientInfo(request) });
  }
}
