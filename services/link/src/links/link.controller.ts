import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  type CheckDestinationRequest,
  type CheckDestinationResponse,
  type CountLinksResponse,
  type CreateLinkRequest,
  type DeleteLinkRequest,
  type DeleteLinkResponse,
  type GetLinkRequest,
  type Link as LinkMessage,
  LinkServiceService,
  type ListLinksRequest,
  type ListLinksResponse,
  type ResolvedLink,
  type ResolveLinkRequest,
  type ResolveLinksRequest,
  type ResolveLinksResponse,
  type TakeSeatsRequest,
  type TakeSeatsResponse,
  type UnlockLinkRequest,
  type UnlockLinkResponse,
  type UpdateLinkRequest,
} from '@linqr/proto/link/v1/link';
import { Controller } from '@nestjs/common';
import { ClickCaps } from '../caps/click-caps.js';
import { LinkUnlocking } from '../passwords/link.unlocking.js';
import { LinkResolution } from '../resolution/link.resolution.js';
import { LinkCreation } from './link.creation.js';
import { LinkEditing } from './link.editing.js';
import { ShortUrls, toLinkMessage, toResolvedMessage } from './link.mapping.js';
import { LinkReading } from './link.reading.js';
import { createLinkSchema, listLinksSchema, unlockLinkSchema, updateLinkSchema } from './link.schemas.js';

@Controller()
@GrpcService(LinkServiceService)
export class LinkController implements Handlers<typeof LinkServiceService> {
  constructor(
    private readonly creation: LinkCreation,
    private readonly editing: LinkEditing,
    private readonly reading: LinkReading,
    private readonly resolution: LinkResolution,
    private readonly unlocking: LinkUnlocking,
    private readonly caps: ClickCaps,
    private readonly shortUrls: ShortUrls,
  ) {}

  async createLink(request: CreateLinkRequest): Promise<LinkMessage> {
    return toLinkMessage(await this.creation.create(parseInput(createLinkSchema, request)), this.shortUrls);
  }

  async getLink({ id }: GetLinkRequest): Promise<LinkMessage> {
    return toLinkMessage(await this.reading.get(id), this.shortUrls);
  }

  async listLinks(request: ListLinksRequest): Promise<ListLinksResponse> {
    const { links, total, nextCursor } = await this.reading.list(parseInput(listLinksSchema, request));
    return { links: links.map((link) => toLinkMessage(link, this.shortUrls)), total, nextCursor };
  }

  async updateLink(request: UpdateLinkRequest): Promise<LinkMessage> {
    return toLinkMessage(await this.editing.update(parseInput(updateLinkSchema, request)), this.shortUrls);
  }

  async deleteLink({ id }: DeleteLinkRequest): Promise<DeleteLinkResponse> {
    await this.editing.delete(id);
    return {};
  }

  async checkDestination({ originalUrl }: CheckDestinationRequest): Promise<CheckDestinationResponse> {
    return { originalUrl: await this.editing.checkDestination(originalUrl) };
  }

  async countLinks(): Promise<CountLinksResponse> {
    return this.reading.count();
  }

  async resolveLink({ domain, slug }: ResolveLinkRequest): Promise<ResolvedLink> {
    return toResolvedMessage(await this.resolution.resolve(domain, slug));
  }

  async resolveLinks({ addresses }: ResolveLinksRequest): Promise<ResolveLinksResponse> {
    const answers = await this.resolution.resolveAll(addresses);
    return {
      answers: answers.map((answer) => {
        if (answer === 'unchanged') return { unchanged: true };
        return answer === 'missing' ? { missing: true } : { link: toResolvedMessage(answer) };
      }),
    };
  }

  async takeSeats({ domain, slug, clickIds }: TakeSeatsRequest): Promise<TakeSeatsResponse> {
    return { taken: await this.caps.takeSeats(domain, slug, clickIds) };
  }

  async unlockLink(request: UnlockLinkRequest): Promise<UnlockLinkResponse> {
    return this.unlocking.unlock(parseInput(unlockLinkSchema, request));
  }
}
