import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  type CreateWebhookRequest,
  type DeleteWebhookRequest,
  type DeleteWebhookResponse,
  type Delivery,
  type GetWebhookRequest,
  type ListDeliveriesRequest,
  type ListDeliveriesResponse,
  type ListWebhooksResponse,
  type ReplayDeliveriesRequest,
  type ReplayDeliveriesResponse,
  type ResendDeliveryRequest,
  type RotateSecretRequest,
  type TestWebhookRequest,
  type UpdateWebhookRequest,
  type Webhook,
  WebhookServiceService,
} from '@linqr/proto/webhook/v1/webhook';
import { Controller } from '@nestjs/common';
import { listDeliveriesSchema, replaySchema, testWebhookSchema } from '../deliveries/delivery.schemas.js';
import { DeliveryService } from '../deliveries/delivery.service.js';
import { createWebhookSchema, updateWebhookSchema } from '../endpoints/endpoint.schemas.js';
import { EndpointService } from '../endpoints/endpoint.service.js';
import { toDeliveryMessage, toWebhookMessage } from './webhook.mapping.js';

@Controller()
@GrpcService(WebhookServiceService)
export class WebhookController implements Handlers<typeof WebhookServiceService> {
  constructor(
    private readonly endpoints: EndpointService,
    private readonly deliveries: DeliveryService,
  ) {}

  async createWebhook(request: CreateWebhookRequest): Promise<Webhook> {
    const { endpoint, secret } = await this.endpoints.create(parseInput(createWebhookSchema, request));
    return toWebhookMessage(endpoint, secret);
  }

  async getWebhook({ id }: GetWebhookRequest): Promise<Webhook> {
    return toWebhookMessage(await this.endpoints.get(id));
  }

  async listWebhooks(): Promise<ListWebhooksResponse> {
    return { webhooks: (await this.endpoints.list()).map((endpoint) => toWebhookMessage(endpoint)) };
  }

  async updateWebhook(request: UpdateWebhookRequest): Promise<Webhook> {
    return toWebhookMessage(await this.endpoints.update(parseInput(updateWebhookSchema, request)));
  }

  async deleteWebhook({ id }: DeleteWebhookRequest): Promise<DeleteWebhookResponse> {
    await this.endpoints.delete(id);
    return {};
  }

  async listDeliveries(request: ListDeliveriesRequest): Promise<ListDeliveriesResponse> {
    const { deliveries, nextCursor } = await this.deliveries.list(parseInput(listDeliveriesSchema, request));
    return { deliveries: deliveries.map(toDeliveryMessage), nextCursor };
  }

  async testWebhook(request: TestWebhookRequest): Promise<Delivery> {
    return toDeliveryMessage(await this.deliveries.test(parseInput(testWebhookSchema, request)));
  }

  async resendDelivery({ webhookId, deliveryId }: ResendDeliveryRequest): Promise<Delivery> {
    return toDeliveryMessage(await this.deliveries.resend(webhookId, deliveryId));
  }

  async replayDeliveries(request: ReplayDeliveriesRequest): Promise<ReplayDeliveriesResponse> {
    return { queued: await this.deliveries.replay(parseInput(replaySchema, request)) };
  }

  async rotateSecret({ webhookId, revokePrevious }: RotateSecretRequest): Promise<Webhook> {
    const { endpoint, secret } = await this.endpoints.rotate(webhookId, revokePrevious);
    return toWebhookMessage(endpoint, secret);
  }
}
