import type { Clock } from '@linqr/platform/clock';
import { AppError, validationFailed } from '@linqr/platform/errors';
import { isId, newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import { bodyOf } from '../announcements/announcement.js';
import { sampleData } from '../announcements/samples.js';
import { webhookDisabled } from '../endpoints/endpoint.errors.js';
import type { EndpointService } from '../endpoints/endpoint.service.js';
import type { Delivery } from './delivery.js';
import type { DeliveryRange, DeliveryRepository } from './delivery.repository.js';
import type { ListDeliveriesInput, ReplayInput, TestWebhookInput } from './delivery.schemas.js';
import { decodeCursor, encodeCursor } from './delivery-list.cursor.js';

/** Queued again by one call. */
export const MAX_REPLAY = 10_000;
/** Somebody waits to see it: a test is not tried again tomorrow. */
const TEST_ATTEMPTS = 1;

export interface DeliveryServiceParts {
  database: DataSource;
  /** Whose first look at the endpoint is the permission check. */
  endpoints: EndpointService;
  deliveries: DeliveryRepository;
  clock: Clock;
}

/** The log of an endpoint of the caller's, and deliveries by hand. */
export class DeliveryService {
  constructor(private readonly parts: DeliveryServiceParts) {}

  async list(input: ListDeliveriesInput): Promise<{ deliveries: Delivery[]; nextCursor: string }> {
    const { id } = await this.parts.endpoints.get(input.webhookId);
    const found = await this.parts.deliveries.list(this.parts.database.manager, id, input, decodeCursor(input.cursor));
    const deliveries = found.slice(0, input.limit);
    const last = found.length > input.limit ? deliveries.at(-1) : undefined;
    return { deliveries, nextCursor: last ? encodeCursor({ createdAtMs: last.createdAt.getTime(), id: last.id }) : '' };
  }

  /** Sample data, marked as such, through the same queue as everything else. */
  async test(input: TestWebhookInput): Promise<Delivery> {
    const endpoint = await this.parts.endpoints.get(input.webhookId);
    if (endpoint.disabledAt) throw webhookDisabled();
    const now = this.now();
    const event = input.event ?? endpoint.events[0]!;
    const data = sampleData(event, now.getTime());
    const asSent = endpoint.batchClicks && (event === 'link_clicked' || event === 'qr_code_scanned') ? [data] : data;
    const delivery: Delivery = {
      id: newId('dlv', now.getTime()),
      endpointId: endpoint.id,
      eventId: newId('evt', now.getTime()),
      event,
      body: bodyOf(event, now, asSent),
      status: 'pending',
      attempts: 0,
      nextAttemptAt: now,
      responseStatus: 0,
      responseBody: '',
      error: '',
      history: [],
      createdAt: now,
      finishedAt: null,
    };
    await this.parts.database.transaction((manager) => this.parts.deliveries.insert(manager, delivery, TEST_ATTEMPTS));
    return delivery;
  }

  /** Under its old event id, so that a receiver that has it knows it again. One that waits for its next attempt is due at once. */
  async resend(webhookId: string, deliveryId: string): Promise<Delivery> {
    const endpoint = await this.parts.endpoints.get(webhookId);
    if (endpoint.disabledAt) throw webhookDisabled();
    const { database, deliveries } = this.parts;
    if (!isId('dlv', deliveryId)) throw deliveryNotFound();
    return database.transaction(async (manager) => {
      await deliveries.queueAgain(manager, endpoint.id, deliveryId, this.now());
      const queued = await deliveries.find(manager, endpoint.id, deliveryId);
      if (!queued) throw deliveryNotFound();
      return queued;
    });
  }

  /** How many were queued. */
  async replay(input: ReplayInput): Promise<number> {
    const endpoint = await this.parts.endpoints.get(input.webhookId);
    if (endpoint.disabledAt) throw webhookDisabled();
    const { database, deliveries } = this.parts;
    const range: DeliveryRange = {
      from: input.from,
      to: input.to,
      statuses: input.includeDelivered ? ['failed', 'succeeded'] : ['failed'],
    };
    return database.transaction(async (manager) => {
      if ((await deliveries.countRange(manager, endpoint.id, range, MAX_REPLAY + 1)) > MAX_REPLAY)
        throw validationFailed({
          field: 'to',
          message: `There are more than ${MAX_REPLAY.toLocaleString('en')} deliveries in that time. Please choose a shorter one.`,
        });
      return deliveries.queueRange(manager, endpoint.id, range, this.now());
    });
  }

  private now(): Date {
    return new Date(this.parts.clock.now());
  }
}

function deliveryNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Delivery not found');
}
