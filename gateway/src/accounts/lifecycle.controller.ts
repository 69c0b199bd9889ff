import { currentContext, newContext } from '@linqr/platform/context';
import type { Unsubscription } from '@linqr/proto/auth/v1/auth';
import { Body, Controller, Delete, Get, Inject, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import type { GatewayConfig } from '../config.js';
import { ApiRoute } from '../http/api-route.js';
import { SessionCookies } from '../http/cookies.js';
import { CONFIG } from '../tokens.js';
import { nothing } from './account.dto.js';
import { accountExport } from './account-export.js';
import { deleteAccountBody, exportAnswer, unsubscribeQuery, unsubscriptionAnswer } from './lifecycle.dto.js';

/** Taking one's data along, the end of an account, and leaving a mailing list. */
@ApiTags('Account')
@Controller('auth')
export class LifecycleController {
  constructor(
    private readonly services: Services,
    private readonly cookies: SessionCookies,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('export')
  @ApiRoute({
    summary: 'Everything held on the account as one JSON file: no envelope, streamed',
    access: 'signed-in',
    answer: exportAnswer,
    bare: true,
    errors: ['FORBIDDEN'],
  })
  async export(): Promise<StreamableFile> {
    const { requestId, traceparent, actor } = currentContext()!;
    const now = new Date();
    const stream = await accountExport(this.services.exporters, newContext({ requestId, traceparent, actor }), now);
    return new StreamableFile(stream, {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="linqr-export-${now.toISOString().slice(0, 10)}.json"`,
    });
  }

  @Delete('account')
  @ApiRoute({
    summary: 'Delete the account and everything held on it; by password, or by the mailed code',
    access: 'signed-in',
    answer: nothing,
    errors: ['CURRENT_PASSWORD_WRONG', 'DELETION_CODE_INVALID', 'FORBIDDEN'],
  })
  async deleteAccount(
    @Body({ schema: deleteAccountBody }) { password, code }: z.output<typeof deleteAccountBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.services.auth.deleteAccount({ password, code });
    this.cookies.clear(response);
    return {};
  }

  @Post('account/deletion-code')
  @ApiRoute({
    summary: 'Mail a code that deletes the account, for accounts without a password',
    access: 'signed-in',
    answer: nothing,
    status: 202,
    errors: ['FORBIDDEN'],
  })
  async deletionCode() {
    return this.services.auth.requestDeletionCode({});
  }

  @Get('unsubscribe')
  @ApiRoute({
    summary: 'What the token of a mail is about; a browser that opens it gets the screen',
    access: 'public',
    answer: unsubscriptionAnswer,
    errors: ['UNSUBSCRIBE_TOKEN_INVALID'],
  })
  async unsubscription(
    @Query({ schema: unsubscribeQuery }) { token }: z.output<typeof unsubscribeQuery>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    // The address of the List-Unsubscribe header, opened by a mail program that knows no one-click.
    if (request.accepts(['application/json', 'text/html']) === 'text/html') {
      response.status(303).location(`${this.config.APP_ORIGIN}/unsubscribe?token=${encodeURIComponent(token)}`);
      return new StreamableFile(Buffer.alloc(0));
    }
    return present(await this.services.auth.getUnsubscription({ token, subscribed: false }));
  }

  @Post('unsubscribe')
  @ApiRoute({
    summary: 'Leave the list by the token of a mail: one click (RFC 8058), any body, no session',
    access: 'public',
    answer: unsubscriptionAnswer,
    errors: ['UNSUBSCRIBE_TOKEN_INVALID', 'CSRF_TOKEN_INVALID'],
  })
  async unsubscribe(@Query({ schema: unsubscribeQuery }) { token }: z.output<typeof unsubscribeQuery>) {
    return present(await this.services.auth.setUnsubscription({ token, subscribed: false }));
  }

  @Delete('unsubscribe')
  @ApiRoute({
    summary: 'Take it back: on the list again',
    access: 'public',
    answer: unsubscriptionAnswer,
    errors: ['UNSUBSCRIBE_TOKEN_INVALID', 'CSRF_TOKEN_INVALID'],
  })
  async subscribeAgain(@Query({ schema: unsubscribeQuery }) { token }: z.output<typeof unsubscribeQuery>) {
    return present(await this.services.auth.setUnsubscription({ token, subscribed: true }));
  }
}

function present({ list, maskedEmail, subscribed }: Unsubscription): z.output<typeof unsubscriptionAnswer> {
  return { list: list as z.output<typeof unsubscriptionAnswer>['list'], email: maskedEmail, subscribed };
}
