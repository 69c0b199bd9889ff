import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';

const createBody = z
  .object({
    url: z.string('Please fill all required fields').min(1, 'Please fill all required fields').max(2_048),
    events: z.array(z.string().max(100)).min(1, 'Please fill all required fields').max(50),
  })
  .meta({ id: 'CreateWebhook' });
const webhookAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    disabledReason: z.string().nullable(),
    secret: z.string().optional(),
    createdAt: z.string(),
  })
  .meta({ id: 'Webhook' });

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiRoute({
    summary: 'List webhooks (not available yet)',
    access: 'signed-in',
    answer: z.object({ webhooks: z.array(webhookAnswer) }),
    lift: ['webhooks'],
    errors: ['NOT_AVAILABLE_YET'],
  })
  async list() {
    const { webhooks } = await this.services.webhook.listWebhooks({});
    return {
      webhooks: webhooks.map((w) => ({
        id: w.id,
        _id: w.id,
        url: w.url,
        events: w.events,
        enabled: w.enabled,
        disabledReason: w.disabledReason || null,
        createdAt: w.createdAt ?? '',
      })),
    };
  }

  @Post()
  @ApiRoute({
    summary: 'Create a webhook (not available yet)',
    access: 'signed-in',
    answer: webhookAnswer,
    status: 201,
    errors: ['NOT_AVAILABLE_YET', 'PLAN_FEATURE_REQUIRED'],
  })
  async create(@Body({ schema: createBody }) body: z.output<typeof createBody>) {
    const w = await this.services.webhook.createWebhook({ ...body, includeBots: false, batchClicks: false });
    return {
      id: w.id,
      _id: w.id,
      url: w.url,
      events: w.events,
      enabled: w.enabled,
      disabledReason: null,
      secret: w.secret,
      createdAt: w.createdAt ?? '',
    };
  }

  @Delete(':id')
  @ApiRoute({
    summary: 'Delete a webhook (not available yet)',
    access: 'signed-in',
    answer: z.object({ id: z.string() }),
    errors: ['NOT_AVAILABLE_YET', 'WEBHOOK_NOT_FOUND'],
  })
  async remove(@Param('id') id: string) {
    await this.services.webhook.deleteWebhook({ id });
    return { id };
  }
}
