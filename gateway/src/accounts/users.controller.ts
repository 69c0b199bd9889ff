import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { apiKeyAnswer, newApiKeyAnswer } from './account.dto.js';
import { presentUser } from './account.presenter.js';

@ApiTags('API keys')
@Controller('users')
export class UsersController {
  constructor(private readonly services: Services) {}

  @Get('me')
  @ApiRoute({ summary: 'The signed-in account with its API key', access: 'signed-in', answer: apiKeyAnswer, lift: ['user', 'apiKey'] })
  async me() {
    const [user, apiKey] = await Promise.all([this.services.auth.getProfile({}), this.services.auth.getApiKey({})]);
    return { user: { ...presentUser(user), apiKey: apiKey.key }, apiKey: apiKey.key };
  }

  @Post('regenerate-api-key')
  @ApiRoute({ summary: 'Replace the API key; the old one stops at once', access: 'signed-in', answer: newApiKeyAnswer, lift: ['apiKey'] })
  async regenerate() {
    return { apiKey: (await this.services.auth.regenerateApiKey({})).key };
  }
}
