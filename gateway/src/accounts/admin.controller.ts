import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { pageQuery, paginationAnswer, presentPagination } from '../http/pagination.js';
import { nothing, userAnswer } from './account.dto.js';
import { presentUser } from './account.presenter.js';

const usersQuery = z.object({ ...pageQuery.shape, search: z.string().max(200).default('') });

@ApiTags('Admin')
@Controller('admin')
export class AdminController {
  constructor(private readonly services: Services) {}

  @Get('users')
  @ApiRoute({
    summary: 'All accounts',
    access: 'admin',
    answer: z.object({ users: z.array(userAnswer), pagination: paginationAnswer }),
    lift: ['users'],
  })
  async users(@Query({ schema: usersQuery }) query: z.output<typeof usersQuery>) {
    const { users, total } = await this.services.auth.listUsers({ page: query.page, limit: query.limit, search: query.search });
    return { users: users.map(presentUser), pagination: presentPagination(query, total) };
  }

  @Delete('user/:email')
  @ApiRoute({ summary: 'Delete a non-admin account by its e-mail address', access: 'admin', answer: nothing, errors: ['USER_NOT_FOUND'] })
  async deleteUser(@Param('email') email: string) {
    return this.services.auth.deleteUser({ email });
  }
}
