import { toAppError } from '@linqr/platform/errors';
import { type FinishOAuthResponse, FinishOAuthResponse_Outcome as Outcome } from '@linqr/proto/auth/v1/identity';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Services } from '../clients.js';
import type { GatewayConfig } from '../config.js';
import { ApiRoute } from '../http/api-route.js';
import { JOURNEY_COOKIE, SessionCookies } from '../http/cookies.js';
import { clientInfo } from '../http/request.js';
import { CONFIG } from '../tokens.js';
import { nothing } from './account.dto.js';
import { providersAnswer } from './security.dto.js';

const startQuery = z.object({ returnTo: z.string().max(4_000).default('') });

/** Sign-in with Google and GitHub: a way of redirects, so what goes wrong is told by the sign-in page, not in JSON. */
@ApiTags('Sign-in providers')
@Controller('auth')
export class OAuthController {
  constructor(
    private readonly services: Services,
    private readonly cookies: SessionCookies,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('providers')
  @ApiRoute({ summary: 'The sign-in providers, and which are configured here', access: 'public', answer: providersAnswer })
  async providers() {
    const { providers } = await this.services.identity.listProviders({});
    return { providers: providers.map(({ key, name, configured }) => ({ key: key as 'google' | 'github', name, configured })) };
  }

  @Get('oauth/:provider/start')
  @ApiRoute({ summary: 'Go to a provider to sign in', access: 'public', answer: nothing, status: 302 })
  async start(
    @Param('provider') provider: string,
    @Query({ schema: startQuery }) { returnTo }: z.output<typeof startQuery>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      const { url, browser } = await this.services.identity.beginOAuth({ provider, returnTo, client: clientInfo(request) });
      this.cookies.beginJourney(response, browser);
      response.redirect(302, url);
    } catch (error) {
      this.tell(response, error, provider);
    }
  }

  @Get('oauth/:provider/callback')
  @ApiRoute({ summary: 'Where a provider sends the browser back to', access: 'public', answer: nothing, status: 302 })
  async callback(@Param('provider') provider: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const query = request.originalUrl.split('?')[1] ?? '';
    const browser = String(request.cookies?.[JOURNEY_COOKIE] ?? '');
    this.cookies.endJourney(response);
    try {
      const outcome = await this.services.identity.finishOAuth({ provider, query, browser, client: clientInfo(request) });
      if (outcome.session?.accessToken) this.cookies.set(response, outcome.session);
      this.goTo(response, wayFrom(outcome, provider));
    } catch (error) {
      this.tell(response, error, provider);
    }
  }

  private tell(response: Response, error: unknown, provider: string): void {
    this.goTo(response, `/login?${new URLSearchParams({ problem: toAppError(error).code, provider }).toString()}`);
  }

  private goTo(response: Response, path: string): void {
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(302, this.config.APP_ORIGIN + path);
  }
}

/** Where the browser goes next. What must not get into logs and referrers stands behind the #, which no server sees. */
function wayFrom(outcome: FinishOAuthResponse, provider: string): string {
  const { returnTo } = outcome;
  switch (outcome.outcome) {
    case Outcome.OUTCOME_CONNECTED:
      return `/settings?${new URLSearchParams({ tab: 'security', connected: provider }).toString()}`;
    case Outcome.OUTCOME_WAITING:
      return `/login#${new URLSearchParams({ connect: outcome.waitingToken, provider, email: outcome.email, returnTo }).toString()}`;
    case Outcome.OUTCOME_SIGNED_IN: {
      const step = outcome.session?.secondStep;
      if (!step) return returnTo || '/dashboard';
      return `/login#${new URLSearchParams({ challenge: step.challenge, methods: step.methods.join(','), returnTo }).toString()}`;
    }
    default:
      return returnTo.startsWith('/settings') ? returnTo : '/login';
  }
}
