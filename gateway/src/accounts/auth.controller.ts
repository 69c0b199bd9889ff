import { AppError, toAppError } from '@linqr/platform/errors';
import { Body, Controller, Delete, Get, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { REFRESH_COOKIE, SessionCookies } from '../http/cookies.js';
import { clientInfo } from '../http/request.js';
import {
  changePasswordBody,
  emailBody,
  loginAnswer,
  loginBody,
  nothing,
  notificationsAnswer,
  notificationsBody,
  profileAnswer,
  profileBody,
  refreshBody,
  registerBody,
  resetPasswordBody,
  sessionAnswer,
  sessionsAnswer,
  tokenBody,
  tokensAnswer,
  twoFactorLoginBody,
  verifiedAnswer,
} from './account.dto.js';
import { presentProfile, presentSecondStep, presentSession, presentUser } from './account.presenter.js';

@ApiTags('Authentication')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly services: Services,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('register')
  @ApiRoute({ summary: 'Register an account and sign in', access: 'public', answer: sessionAnswer, status: 201, errors: ['EMAIL_TAKEN'] })
  async register(
    @Body({ schema: registerBody }) body: z.output<typeof registerBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.services.auth.register({ ...body, client: clientInfo(request) });
    this.cookies.set(response, session);
    return presentSession(session);
  }

  @Post('login')
  @ApiRoute({
    summary: 'Sign in; where two-factor authentication is on, the answer asks for the second step and sets no cookies',
    access: 'public',
    answer: loginAnswer,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_DISABLED', 'CSRF_TOKEN_INVALID'],
  })
  async login(
    @Body({ schema: loginBody }) body: z.output<typeof loginBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.services.auth.login({ ...body, client: clientInfo(request) });
    if (session.secondStep) return presentSecondStep(session.secondStep);
    this.cookies.set(response, session);
    return presentSession(session);
  }

  @Post('login/two-factor')
  @ApiRoute({
    summary: 'The second step of a sign-in: a code of the authenticator app or a recovery code',
    access: 'public',
    answer: sessionAnswer,
    errors: ['TWO_FACTOR_CODE_WRONG', 'SIGN_IN_CHALLENGE_INVALID', 'ACCOUNT_DISABLED', 'CSRF_TOKEN_INVALID'],
  })
  async secondStep(
    @Body({ schema: twoFactorLoginBody }) body: z.output<typeof twoFactorLoginBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.services.identity.finishSignIn({ ...body, rememberMe: body.rememberMe, client: clientInfo(request) });
    this.cookies.set(response, session);
    return presentSession(session);
  }

  @Post('refresh')
  @ApiRoute({
    summary: 'Rotate the refresh token',
    access: 'public',
    answer: tokensAnswer,
    lift: ['accessToken', 'refreshToken'],
    errors: ['REFRESH_TOKEN_INVALID', 'REFRESH_TOKEN_REUSED', 'CSRF_TOKEN_INVALID'],
  })
  async refresh(
    @Body({ schema: refreshBody }) body: z.output<typeof refreshBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const refreshToken = body.refreshToken ?? (request.cookies?.[REFRESH_COOKIE] as string | undefined) ?? '';
    if (!refreshToken) throw new AppError('REFRESH_TOKEN_INVALID', 'Please sign in again.');
    try {
      const session = await this.services.auth.refresh({ refreshToken, client: clientInfo(request) });
      this.cookies.set(response, session);
      return { accessToken: session.accessToken, refreshToken: session.refreshToken };
    } catch (error) {
      if (toAppError(error).httpStatus === 401) this.cookies.clear(response);
      throw error;
    }
  }

  @Post('logout')
  @ApiRoute({ summary: 'Sign out; works without a session', access: 'public', answer: nothing, errors: ['CSRF_TOKEN_INVALID'] })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const body = request.body as { refreshToken?: unknown } | undefined;
    const refreshToken =
      typeof body?.refreshToken === 'string' ? body.refreshToken : (request.cookies?.[REFRESH_COOKIE] as string | undefined);
    this.cookies.clear(response);
    if (refreshToken) await this.services.auth.logout({ refreshToken });
    return {};
  }

  @Get('profile')
  @ApiRoute({ summary: 'The signed-in account', access: 'signed-in', answer: profileAnswer, lift: ['user'] })
  async profile() {
    return presentProfile(await this.services.auth.getProfile({}));
  }

  @Put('profile')
  @ApiRoute({
    summary: 'Change name, company, website; a new e-mail address starts a change that both addresses confirm',
    access: 'signed-in',
    answer: profileAnswer,
    lift: ['user'],
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_SIGN_IN_REQUIRED', 'FORBIDDEN'],
  })
  async updateProfile(@Body({ schema: profileBody }) body: z.output<typeof profileBody>) {
    return presentProfile(await this.services.auth.updateProfile(body));
  }

  @Post('verify-email')
  @ApiRoute({
    summary: 'Confirm an e-mail address with the mailed token',
    access: 'public',
    answer: verifiedAnswer,
    errors: ['VERIFICATION_TOKEN_INVALID', 'CSRF_TOKEN_INVALID'],
  })
  async verifyEmail(@Body({ schema: tokenBody }) body: z.output<typeof tokenBody>) {
    return { user: presentUser((await this.services.auth.verifyEmail(body)).user) };
  }

  @Post('resend-verification')
  @ApiRoute({
    summary: 'Send the verification mail again; never tells whether the address is registered',
    access: 'public',
    answer: nothing,
    errors: ['CSRF_TOKEN_INVALID'],
  })
  async resendVerification(@Body({ schema: emailBody }) body: z.output<typeof emailBody>, @Req() request: Request) {
    return this.services.auth.resendVerification({ ...body, client: clientInfo(request) });
  }

  @Post('forgot-password')
  @ApiRoute({
    summary: 'Mail a password reset link; never tells whether the address is registered',
    access: 'public',
    answer: nothing,
    errors: ['CSRF_TOKEN_INVALID'],
  })
  async forgotPassword(@Body({ schema: emailBody }) body: z.output<typeof emailBody>, @Req() request: Request) {
    return this.services.auth.forgotPassword({ ...body, client: clientInfo(request) });
  }

  @Post('reset-password')
  @ApiRoute({
    summary: 'Set a new password with the mailed token',
    access: 'public',
    answer: nothing,
    errors: ['RESET_TOKEN_INVALID', 'CSRF_TOKEN_INVALID'],
  })
  async resetPassword(@Body({ schema: resetPasswordBody }) body: z.output<typeof resetPasswordBody>, @Req() request: Request) {
    return this.services.auth.resetPassword({ ...body, client: clientInfo(request) });
  }

  @Post('change-password')
  @ApiRoute({
    summary: 'Change the password; every other session ends',
    access: 'signed-in',
    answer: nothing,
    errors: ['CURRENT_PASSWORD_WRONG'],
  })
  async changePassword(@Body({ schema: changePasswordBody }) body: z.output<typeof changePasswordBody>) {
    return this.services.auth.changePassword(body);
  }

  @Get('sessions')
  @ApiRoute({ summary: 'Where the account is signed in', access: 'signed-in', answer: sessionsAnswer })
  async sessions() {
    const { sessions } = await this.services.auth.listSessions({});
    return {
      sessions: sessions.map((s) => ({
        id: s.id,
        createdAt: s.createdAt ?? null,
        lastUsedAt: s.lastUsedAt ?? null,
        userAgent: s.userAgent,
        current: s.current,
      })),
    };
  }

  @Delete('sessions/:id')
  @ApiRoute({ summary: 'End one session', access: 'signed-in', answer: nothing, errors: ['SESSION_NOT_FOUND'] })
  async endSession(@Param('id') id: string) {
    return this.services.auth.revokeSession({ id });
  }

  @Get('notifications')
  @ApiRoute({ summary: 'Notification preferences', access: 'signed-in', answer: notificationsAnswer })
  async notifications() {
    return this.services.auth.getNotificationPreferences({});
  }

  @Put('notifications')
  @ApiRoute({ summary: 'Change notification preferences', access: 'signed-in', answer: notificationsAnswer })
  async updateNotifications(@Body({ schema: notificationsBody }) body: z.output<typeof notificationsBody>) {
    return this.services.auth.updateNotificationPreferences(body);
  }
}
