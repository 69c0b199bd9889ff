import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  ContactServiceService,
  type ListMessagesRequest,
  type ListMessagesResponse,
  type ContactMessage as Message,
  MessageState,
  type SendMessageRequest,
  type SendMessageResponse,
  type SetMessageStateRequest,
} from '@linqr/proto/link/v1/contact';
import { Controller } from '@nestjs/common';
import { ContactDesk } from './contact.desk.js';
import type { ContactMessage } from './contact.repository.js';
import { listMessagesSchema, sendMessageSchema, setMessageStateSchema } from './contact.schemas.js';

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(ContactServiceService)
export class ContactController implements Handlers<typeof ContactServiceService> {
  constructor(private readonly desk: ContactDesk) {}

  async sendMessage(request: SendMessageRequest): Promise<SendMessageResponse> {
    return this.desk.send(parseInput(sendMessageSchema, request));
  }

  async listMessages(request: ListMessagesRequest): Promise<ListMessagesResponse> {
    const { messages, total, open } = await this.desk.list(parseInput(listMessagesSchema, request));
    return { messages: messages.map(toMessage), total, open };
  }

  async setMessageState(request: SetMessageStateRequest): Promise<Message> {
    const { id, state } = parseInput(setMessageStateSchema, request);
    return toMessage(await this.desk.setState(id, state));
  }
}

function toMessage({ state, createdAt, doneAt, ...message }: ContactMessage): Message {
  return {
    ...message,
    state: state === 'open' ? MessageState.MESSAGE_STATE_OPEN : MessageState.MESSAGE_STATE_DONE,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString(),
  };
}
