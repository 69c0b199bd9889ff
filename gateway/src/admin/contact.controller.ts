import { newId } from '@linqr/platform/ids';
import { type ContactMessage, MessageState } from '@linqr/proto/link/v1/contact';
import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { clientInfo } from '../http/request.js';
import {
  contactBody,
  type messageAnswer,
  messageOneAnswer,
  messageStateBody,
  messagesAnswer,
  messagesQuery,
  receivedAnswer,
} from './forms.dto.js';

const STATES = {
  all: MessageState.MESSAGE_STATE_UNSPECIFIED,
  open: MessageState.MESSAGE_STATE_OPEN,
  done: MessageState.MESSAGE_STATE_DONE,
} as const;

@ApiTags('Contact')
@Controller()
export class ContactController {
  constructor(private readonly services: Services) {}

  @Post('contact')
  @ApiRoute({
    summary: 'Write to whoever runs this installation',
    access: 'public',
    answer: receivedAnswer,
    status: 202,
    errors: ['CSRF_TOKEN_INVALID'],
  })
  async send(@Body({ schema: contactBody }) { website, ...message }: z.output<typeof contactBody>, @Req() request: Request) {
    if (website) return { id: newId('msg') };
    return this.services.desk.contact.sendMessage({ ...message, clientAddress: clientInfo(request).address });
  }

  @Get('admin/messages')
  @ApiRoute({ summary: 'Messages of the contact form', access: 'admin', answer: messagesAnswer })
  async list(@Query({ schema: messagesQuery }) query: z.output<typeof messagesQuery>) {
    const { page, limit } = query;
    const { messages, total, open } = await this.services.desk.contact.listMessages({ page, limit, state: STATES[query.state] });
    return { messages: messages.map(present), open, pagination: presentPagination(query, total) };
  }

  @Post('admin/messages/:id')
  @ApiRoute({ summary: 'Mark a message as done or open', access: 'admin', answer: messageOneAnswer, errors: ['MESSAGE_NOT_FOUND'] })
  async setState(@Param('id') id: string, @Body({ schema: messageStateBody }) { state }: z.output<typeof messageStateBody>) {
    return { message: present(await this.services.desk.contact.setMessageState({ id, state: STATES[state] })) };
  }
}

function present({ state, createdAt, doneAt, ...message }: ContactMessage): z.output<typeof messageAnswer> {
  return {
    ...message,
    _id: message.id,
    state: state === MessageState.MESSAGE_STATE_DONE ? 'done' : 'open',
    createdAt: createdAt ?? '',
    doneAt: doneAt ?? null,
  };
}
