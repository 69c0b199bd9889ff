import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { SessionCookies } from '../http/cookies.js';
import { nothing } from './account.dto.js';
import { connectBody, connectedAnswer, identitiesAnswer, proofBody, startAnswer } from './security.dto.js';

type ProviderKey = z.output<typeof connectedAnswer>['provider'];

/** Accounts at Google and GitHub that open the caller's account. */
@ApiTags('Sign-in providers')
@Controller('auth/identities')
export class IdentityController {
  constructor(
    private readonly services: Services,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'The connected accounts at Google and GitHub',
    access: 'signed-in',
    answer: identitiesAnswer,
    errors: ['FORBIDDEN'],
  })
  async list() {
    const { identities } = await this.services.identity.listIdentities({});
    return {
      identities: identities.map(({ provider, email, createdAt, lastUsedAt }) => ({
        provider: provider as ProviderKey,
        email,
        createdAt: createdAt ?? '',
        lastUsedAt: lastUsedAt ?? null,
      })),
    };
  }

  @Post('connect')
  @ApiRoute({
    summary: 'Connect the account at a provider that waited for this sign-in',
    access: 'signed-in',
    answer: connectedAnswer,
    errors: ['CONNECTION_INVALID', 'IDENTITY_TAKEN', 'EMAIL_NOT_VERIFIED', 'FORBIDDEN'],
  })
  async connectWaiting(@Body({ schema: connectBody }) body: z.output<typeof connectBody>) {
    const { provider } = await this.services.identity.connectWaitingIdentity(body);
    return { provider: provider as ProviderKey };
  }

  @Post(':provider')
  @ApiRoute({
    summary: 'Begin connecting an account at a provider; the password may be left out within ten minutes of a sign-in',
    access: 'signed-in',
    answer: startAnswer,
    errors: [
      'PROVIDER_NOT_CONFIGURED',
      'PROVIDER_SIGN_IN_FAILED',
      'CURRENT_PASSWORD_WRONG',
      'RECENT_SIGN_IN_REQUIRED',
      'EMAIL_NOT_VERIFIED',
      'FORBIDDEN',
    ],
  })
  async begin(
    @Param('provider') provider: string,
    @Body({ schema: proofBody }) { password }: z.output<typeof proofBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { url, browser } = await this.services.identity.beginConnecting({ provider, password });
    this.cookies.beginJourney(response, browser);
    return { url };
  }

  @Delete(':provider')
  @ApiRoute({ summary: 'Disconnect a provider', access: 'signed-in', answer: nothing, errors: ['IDENTITY_NOT_FOUND', 'FORBIDDEN'] })
  async disconnect(@Param('provider') provider: string) {
    return this.services.identity.disconnectIdentity({ provider });
  }
}
