import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import {
  createWebhookBody,
  deletedWebhookAnswer,
  deliveriesAnswer,
  deliveryAnswer,
  listDeliveriesQuery,
  replayAnswer,
  replayBody,
  rotateSecretBody,
  testWebhookBody,
  updateWebhookBody,
  webhookAnswer,
  webhooksAnswer,
  webhookWithSecretAnswer,
} from './webhook.dto.js';
import { presentDelivery, presentWebhook, presentWebhookWithSecret } from './webhook.presenter.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiRoute({ summary: "List the workspace's webhooks", access: 'signed-in', answer: webhooksAnswer, lift: ['webhooks'] })
  async list() {
    const { webhooks } = await this.services.webhook.listWebhooks({});
    return { webhooks: webhooks.map(presentWebhook) };
  }

  @Post()
  @ApiRoute({
    summary: 'Create a webhook; its signing secret is shown only now',
    access: 'signed-in',
    answer: webhookWithSecretAnswer,
    status: 201,
    errors: ['PLAN_FEATURE_REQUIRED', 'PLAN_LIMIT_REACHED'],
  })
  async create(@Body({ schema: createWebhookBody }) body: z.output<typeof createWebhookBody>) {
    return presentWebhookWithSecret(await this.services.webhook.createWebhook(body));
  }

  @Get(':id')
  @ApiRoute({ summary: 'One webhook', access: 'signed-in', answer: webhookAnswer, errors: ['WEBHOOK_NOT_FOUND'] })
  async get(@Param('id') id: string) {
    return presentWebhook(await this.services.webhook.getWebhook({ id }));
  }

  @Put(':id')
  @ApiRoute({
    summary: 'Change, disable or enable a webhook; fields left out stay as they are',
    access: 'signed-in',
    answer: webhookAnswer,
    errors: ['WEBHOOK_NOT_FOUND'],
  })
  async update(@Param('id') id: string, @Body({ schema: updateWebhookBody }) body: z.output<typeof updateWebhookBody>) {
    const { url, events, includeBots, batchClicks, enabled } = body;
    return presentWebhook(
      await this.services.webhook.updateWebhook({
        id,
        url,
        events: events === undefined ? undefined : { values: events },
        includeBots,
        batchClicks,
        enabled,
      }),
    );
  }

  @Delete(':id')
  @ApiRoute({
    summary: 'Delete a webhook with its deliveries',
    access: 'signed-in',
    answer: deletedWebhookAnswer,
    errors: ['WEBHOOK_NOT_FOUND'],
  })
  async remove(@Param('id') id: string) {
    await this.services.webhook.deleteWebhook({ id });
    return { id };
  }

  @Get(':id/deliveries')
  @ApiRoute({
    summary: 'Deliveries of a webhook, newest first',
    access: 'signed-in',
    answer: deliveriesAnswer,
    lift: ['deliveries', 'pagination'],
    errors: ['WEBHOOK_NOT_FOUND'],
  })
  async deliveries(@Param('id') id: string, @Query({ schema: listDeliveriesQuery }) query: z.output<typeof listDeliveriesQuery>) {
    const { deliveries, nextCursor } = await this.services.webhook.listDeliveries({ webhookId: id, ...query });
    return { deliveries: deliveries.map(presentDelivery), pagination: { limit: query.limit, nextCursor: nextCursor || null } };
  }

  @Post(':id/test')
  @ApiRoute({
    summary: 'Send a sample event; it is tried once',
    access: 'signed-in',
    answer: deliveryAnswer,
    status: 202,
    errors: ['WEBHOOK_NOT_FOUND', 'CONFLICT'],
  })
  async test(@Param('id') id: string, @Body({ schema: testWebhookBody }) body: z.output<typeof testWebhookBody>) {
    return presentDelivery(await this.services.webhook.testWebhook({ webhookId: id, event: body?.event ?? '' }));
  }

  @Post(':id/deliveries/:deliveryId/resend')
  @ApiRoute({
    summary: 'Send a delivery again, under its old event id',
    access: 'signed-in',
    answer: deliveryAnswer,
    status: 202,
    errors: ['WEBHOOK_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
  })
  async resend(@Param('id') id: string, @Param('deliveryId') deliveryId: string) {
    return presentDelivery(await this.services.webhook.resendDelivery({ webhookId: id, deliveryId }));
  }

  @Post(':id/replay')
  @ApiRoute({
    summary: 'Send the deliveries of a time range again, 10,000 at most',
    access: 'signed-in',
    answer: replayAnswer,
    status: 202,
    errors: ['WEBHOOK_NOT_FOUND', 'CONFLICT'],
  })
  async replay(@Param('id') id: string, @Body({ schema: replayBody }) body: z.output<typeof replayBody>) {
    return this.services.webhook.replayDeliveries({ webhookId: id, ...body });
  }

  @Post(':id/rotate-secret')
  @ApiRoute({
    summary: 'Make a new signing secret; the old one signs beside it for a day',
    access: 'signed-in',
    answer: webhookWithSecretAnswer,
    errors: ['WEBHOOK_NOT_FOUND'],
  })
  async rotate(@Param('id') id: string, @Body({ schema: rotateSecretBody }) body: z.output<typeof rotateSecretBody>) {
    return presentWebhookWithSecret(
      await this.services.webhook.rotateSecret({ webhookId: id, revokePrevious: body?.revokePrevious ?? false }),
    );
  }
}
