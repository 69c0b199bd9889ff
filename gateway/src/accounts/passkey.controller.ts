import type { Passkey, PasskeyOptions } from '@linqr/proto/auth/v1/identity';
import { Body, Controller, Delete, Get, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { SessionCookies } from '../http/cookies.js';
import { clientInfo } from '../http/request.js';
import { nothing, sessionAnswer } from './account.dto.js';
import { presentSession } from './account.presenter.js';
import {
  addPasskeyBody,
  passkeyAnswer,
  passkeyLoginBody,
  passkeyOptionsAnswer,
  passkeysAnswer,
  proofBody,
  renamePasskeyBody,
} from './security.dto.js';

@ApiTags('Passkeys')
@Controller('auth/passkeys')
export class PasskeyController {
  constructor(
    private readonly services: Services,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @ApiRoute({ summary: 'The passkeys of the account', access: 'signed-in', answer: passkeysAnswer, errors: ['FORBIDDEN'] })
  async list() {
    return { passkeys: (await this.services.identity.listPasskeys({})).passkeys.map(presentPasskey) };
  }

  @Post('registration-options')
  @ApiRoute({
    summary: 'What the browser needs to make a passkey; the password may be left out within ten minutes of a sign-in',
    access: 'signed-in',
    answer: passkeyOptionsAnswer,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_SIGN_IN_REQUIRED', 'EMAIL_NOT_VERIFIED', 'CONFLICT', 'FORBIDDEN'],
  })
  async begin(@Body({ schema: proofBody }) body: z.output<typeof proofBody>) {
    return presentOptions(await this.services.identity.beginPasskey(body));
  }

  @Post()
  @ApiRoute({
    summary: 'Add the passkey that the browser made',
    access: 'signed-in',
    answer: passkeyAnswer,
    status: 201,
    errors: ['PASSKEY_INVALID', 'CONFLICT', 'FORBIDDEN'],
  })
  async add(@Body({ schema: addPasskeyBody }) { challengeId, name, response }: z.output<typeof addPasskeyBody>) {
    return presentPasskey(await this.services.identity.addPasskey({ challengeId, name, responseJson: JSON.stringify(response) }));
  }

  @Post('login-options')
  @ApiRoute({
    summary: 'What the browser needs to sign in with a passkey',
    access: 'public',
    answer: passkeyOptionsAnswer,
    errors: ['CSRF_TOKEN_INVALID'],
  })
  async beginLogin(@Req() request: Request) {
    return presentOptions(await this.services.identity.beginPasskeySignIn({ client: clientInfo(request) }));
  }

  @Post('login')
  @ApiRoute({
    summary: 'Sign in with a passkey; it counts as both steps',
    access: 'public',
    answer: sessionAnswer,
    errors: ['PASSKEY_INVALID', 'ACCOUNT_DISABLED', 'CSRF_TOKEN_INVALID'],
  })
  async login(
    @Body({ schema: passkeyLoginBody }) { challengeId, response: answer, rememberMe }: z.output<typeof passkeyLoginBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.services.identity.passkeySignIn({
      challengeId,
      responseJson: JSON.stringify(answer),
      rememberMe,
      client: clientInfo(request),
    });
    this.cookies.set(response, session);
    return presentSession(session);
  }

  @Put(':id')
  @ApiRoute({
    summary: 'Rename a passkey',
    access: 'signed-in',
    answer: passkeyAnswer,
    errors: ['PASSKEY_NOT_FOUND', 'FORBIDDEN'],
  })
  async rename(@Param('id') id: string, @Body({ schema: renamePasskeyBody }) body: z.output<typeof renamePasskeyBody>) {
    return presentPasskey(await this.services.identity.renamePasskey({ id, ...body }));
  }

  @Delete(':id')
  @ApiRoute({ summary: 'Remove a passkey', access: 'signed-in', answer: nothing, errors: ['PASSKEY_NOT_FOUND', 'FORBIDDEN'] })
  async remove(@Param('id') id: string) {
    return this.services.identity.removePasskey({ id });
  }
}

function presentPasskey(passkey: Passkey): z.output<typeof passkeyAnswer> {
  return { id: passkey.id, name: passkey.name, createdAt: passkey.createdAt ?? '', lastUsedAt: passkey.lastUsedAt ?? null };
}

function presentOptions({ challengeId, optionsJson }: PasskeyOptions): z.output<typeof passkeyOptionsAnswer> {
  return { challengeId, options: JSON.parse(optionsJson) as Record<string, unknown> };
}
