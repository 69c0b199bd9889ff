import { api } from '../../api/api';
import type { Pagination, User } from '../../api/types';

export interface UserPage {
  users: User[];
  pagination: Pagination;
}

export interface UserQuery {
  page: number;
  limit: number;
  search: string;
}

/** What admins see and do. The screens show the errors themselves. */
export const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<UserPage, UserQuery>({
      query: (params) => ({ url: '/admin/users', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    deleteUser: build.mutation<unknown, string>({
      query: (email) => ({ url: `/admin/user/${encodeURIComponent(email)}`, method: 'DELETE' }),
      // Also after a refusal: the list may be old (deleted or made an admin meanwhile).
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useUsersQuery, useDeleteUserMutation } = adminApi;
