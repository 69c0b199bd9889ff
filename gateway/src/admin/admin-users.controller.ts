import type { User } from '@linqr/proto/auth/v1/auth';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { nothing } from '../accounts/account.dto.js';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { orNothing } from './addresses.js';
import { adminUserOneAnswer, disableBody, usersAnswer, usersQuery } from './admin.dto.js';
import { presentAdminUser } from './admin.presenter.js';

@ApiTags('Admin')
@Controller('admin')
export class AdminUsersController {
  constructor(private readonly services: Services) {}

  @Get('users')
  @ApiRoute({ summary: 'All accounts, with plan and links', access: 'admin', answer: usersAnswer, lift: ['users'] })
  async users(@Query({ schema: usersQuery }) query: z.output<typeof usersQuery>) {
    const { users, total } = await this.services.auth.listUsers({ page: query.page, limit: query.limit, search: query.search });
    return { users: await this.present(users), pagination: presentPagination(query, total) };
  }

  @Delete('user/:email')
  @ApiRoute({ summary: 'Delete a non-admin account by its e-mail address', access: 'admin', answer: nothing, errors: ['USER_NOT_FOUND'] })
  async deleteUser(@Param('email') email: string) {
    return this.services.auth.deleteUser({ email });
  }

  @Post('users/:id/disable')
  @ApiRoute({
    summary: 'Close a non-admin account: its sessions and API key end, its links and codes answer as disabled',
    access: 'admin',
    answer: adminUserOneAnswer,
    errors: ['USER_NOT_FOUND'],
  })
  async disable(@Param('id') id: string, @Body({ schema: disableBody }) { reason }: z.output<typeof disableBody>) {
    return this.one(await this.services.auth.setUserDisabled({ userId: id, disabled: true, reason }));
  }

  @Post('users/:id/enable')
  @ApiRoute({ summary: 'Open a closed account again', access: 'admin', answer: adminUserOneAnswer, errors: ['USER_NOT_FOUND'] })
  async enable(@Param('id') id: string) {
    return this.one(await this.services.auth.setUserDisabled({ userId: id, disabled: false, reason: '' }));
  }

  private async one(user: User) {
    const [presented] = await this.present([user]);
    return { user: presented };
  }

  /** Plan and links come from other parts; without them the list is still a list. */
  private async present(users: User[]) {
    const workspaceIds = users.map(({ workspaceId }) => workspaceId);
    if (users.length === 0) return [];
    const { plans, safety } = this.services.desk;
    const [planned, counted] = await Promise.all([
      orNothing(plans.getPlansOf({ workspaceIds })),
      orNothing(safety.countWorkspaceLinks({ workspaceIds })),
    ]);
    const planOf = new Map(planned?.plans.map((one) => [one.workspaceId, one]));
    const linksOf = new Map(counted?.counts.map(({ workspaceId, links }) => [workspaceId, links]));
    return users.map((user) =>
      presentAdminUser(user, planOf.get(user.workspaceId), counted ? (linksOf.get(user.workspaceId) ?? 0) : undefined),
    );
  }
}
