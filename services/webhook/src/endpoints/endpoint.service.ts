import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc';
import { isId, newId } from '@linqr/platform/ids';
import type { SecretBox } from '@linqr/platform/secrets';
import { type BillingServiceService, Feature } from '@linqr/proto/billing/v1/billing';
import type { DataSource, EntityManager } from 'typeorm';
import { newSecret } from '../signatures/signature.js';
import { webhookNotFound } from './endpoint.errors.js';
import { DISABLED_BY_OWNER, type Endpoint, MAX_ENDPOINTS, SECRET_OVERLAP_MS } from './endpoint.js';
import type { EndpointRepository } from './endpoint.repository.js';
import type { CreateWebhookInput, UpdateWebhookInput } from './endpoint.schemas.js';
import { checkEndpointUrl } from './endpoint-url.js';

export interface EndpointServiceParts {
  database: DataSource;
  endpoints: EndpointRepository;
  billing: Pick<GrpcClient<typeof BillingServiceService>, 'requireFeature'>;
  secrets: SecretBox;
  allowPrivate: boolean;
  clock: Clock;
}

/** Endpoints of the caller's workspace and their secrets. */
export class EndpointService {
  constructor(private readonly parts: EndpointServiceParts) {}

  /** The endpoint and its secret, which is not shown again. Needs a plan with webhooks; what exists stays after a downgrade. */
  async create(input: CreateWebhookInput): Promise<{ endpoint: Endpoint; secret: string }> {
    const actor = requireActor();
    const { database, endpoints, billing, secrets } = this.parts;
    const url = checkEndpointUrl(input.url, this.parts.allowPrivate);
    await billing.requireFeature({ workspaceId: actor.workspaceId, features: [Feature.FEATURE_WEBHOOKS] });
    const now = this.now();
    const endpoint: Endpoint = {
      id: newId('whk', now.getTime()),
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      url,
      events: input.events,
      includeBots: input.includeBots,
      batchClicks: input.batchClicks,
      failingSince: null,
      disabledAt: null,
      disabledReason: '',
      previousSecretUntil: null,
      createdAt: now,
    };
    const secret = newSecret();
    await database.transaction(async (manager) => {
      if ((await endpoints.countLocked(manager, actor.workspaceId)) >= MAX_ENDPOINTS)
        throw new AppError('PLAN_LIMIT_REACHED', `A workspace has ${MAX_ENDPOINTS} webhooks at most. Please delete one first.`);
      await endpoints.insert(manager, endpoint);
      await endpoints.addSecret(manager, endpoint.id, secrets.seal(secret, endpoint.id), now, now);
    });
    return { endpoint, secret };
  }

  async get(id: string): Promise<Endpoint> {
    const { workspaceId } = requireActor();
    return this.find(this.parts.database.manager, workspaceId, id, this.now());
  }

  async list(): Promise<Endpoint[]> {
    const { workspaceId } = requireActor();
    return this.parts.endpoints.list(this.parts.database.manager, workspaceId, this.now());
  }

  async update(input: UpdateWebhookInput): Promise<Endpoint> {
    const { workspaceId } = requireActor();
    const url = input.url === undefined ? undefined : checkEndpointUrl(input.url, this.parts.allowPrivate);
    const now = this.now();
    return this.parts.database.transaction(async (manager) => {
      const before = await this.find(manager, workspaceId, input.id, now, 'lock');
      const enabled = input.enabled ?? before.disabledAt === null;
      const reenabled = enabled && before.disabledAt !== null;
      const moved = url !== undefined && url !== before.url;
      const fresh = reenabled || moved;
      const endpoint: Endpoint = {
        ...before,
        url: url ?? before.url,
        events: input.events ?? before.events,
        includeBots: input.includeBots ?? before.includeBots,
        batchClicks: input.batchClicks ?? before.batchClicks,
        failingSince: fresh ? null : before.failingSince,
        disabledAt: enabled ? null : (before.disabledAt ?? now),
        disabledReason: enabled ? '' : before.disabledReason || DISABLED_BY_OWNER,
      };
      await this.parts.endpoints.update(manager, endpoint, fresh, now);
      return endpoint;
    });
  }

  /** Nothing more is begun; its log goes in the background. */
  async delete(id: string): Promise<void> {
    const { workspaceId } = requireActor();
    const now = this.now();
    await this.parts.database.transaction(async (manager) => {
      await this.find(manager, workspaceId, id, now, 'lock');
      await this.parts.endpoints.remove(manager, id, now);
    });
  }

  /** A new secret, which signs at once; the ones before sign beside it for a day, or not any more. */
  async rotate(id: string, revokePrevious: boolean): Promise<{ endpoint: Endpoint; secret: string }> {
    const { workspaceId } = requireActor();
    const { database, endpoints, secrets } = this.parts;
    const now = this.now();
    const secret = newSecret();
    return database.transaction(async (manager) => {
      await this.find(manager, workspaceId, id, now, 'lock');
      const overlapEnd = revokePrevious ? now : new Date(now.getTime() + SECRET_OVERLAP_MS);
      await endpoints.addSecret(manager, id, secrets.seal(secret, id), now, overlapEnd);
      return { endpoint: await this.find(manager, workspaceId, id, now), secret };
    });
  }

  private async find(
    manager: EntityManager,
    workspaceId: string,
    id: string,
    now: Date,
    lock: 'lock' | 'free' = 'free',
  ): Promise<Endpoint> {
    const endpoint = isId('whk', id) ? await this.parts.endpoints.find(manager, workspaceId, id, now, lock) : undefined;
    if (!endpoint) throw webhookNotFound();
    return endpoint;
  }

  private now(): Date {
    return new Date(this.parts.clock.now());
  }
}
