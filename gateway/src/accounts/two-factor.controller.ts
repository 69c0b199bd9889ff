import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { nothing } from './account.dto.js';
import { codeBody, disableTwoFactorBody, proofBody, recoveryCodesAnswer, twoFactorAnswer, twoFactorSetupAnswer } from './security.dto.js';

@ApiTags('Two-factor authentication')
@Controller('auth/two-factor')
export class TwoFactorController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiRoute({ summary: 'Whether two-factor authentication is on', access: 'signed-in', answer: twoFactorAnswer, errors: ['FORBIDDEN'] })
  async state() {
    const { enabledAt, recoveryCodesLeft } = await this.services.identity.getTwoFactor({});
    return { enabled: enabledAt !== undefined, enabledAt: enabledAt ?? null, recoveryCodesLeft };
  }

  @Post('setup')
  @ApiRoute({
    summary: 'A new secret for an authenticator app; nothing changes until a code of it comes back',
    access: 'signed-in',
    answer: twoFactorSetupAnswer,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_SIGN_IN_REQUIRED', 'EMAIL_NOT_VERIFIED', 'CONFLICT', 'FORBIDDEN'],
  })
  async setUp(@Body({ schema: proofBody }) body: z.output<typeof proofBody>) {
    return this.services.identity.setUpTwoFactor(body);
  }

  @Post('enable')
  @ApiRoute({
    summary: 'Switch two-factor authentication on with the first code; answers the recovery codes',
    access: 'signed-in',
    answer: recoveryCodesAnswer,
    errors: ['TWO_FACTOR_CODE_WRONG', 'CONFLICT', 'FORBIDDEN'],
  })
  async enable(@Body({ schema: codeBody }) body: z.output<typeof codeBody>) {
    return { recoveryCodes: (await this.services.identity.enableTwoFactor(body)).codes };
  }

  @Post('disable')
  @ApiRoute({
    summary: 'Switch two-factor authentication off',
    access: 'signed-in',
    answer: nothing,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_SIGN_IN_REQUIRED', 'TWO_FACTOR_CODE_WRONG', 'CONFLICT', 'FORBIDDEN'],
  })
  async disable(@Body({ schema: disableTwoFactorBody }) body: z.output<typeof disableTwoFactorBody>) {
    return this.services.identity.disableTwoFactor(body);
  }

  @Post('recovery-codes')
  @ApiRoute({
    summary: 'Ten new recovery codes; the old ones stop working',
    access: 'signed-in',
    answer: recoveryCodesAnswer,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_SIGN_IN_REQUIRED', 'CONFLICT', 'FORBIDDEN'],
  })
  async replaceRecoveryCodes(@Body({ schema: proofBody }) body: z.output<typeof proofBody>) {
    return { recoveryCodes: (await this.services.identity.replaceRecoveryCodes(body)).codes };
  }
}
