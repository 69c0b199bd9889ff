import { api } from '../../api/api';
import type { User } from '../../api/types';

export interface AccountSession {
  id: string;
  createdAt: string | null;
  lastUsedAt: string | null;
  /** As the browser sent it; may be empty. */
  userAgent: string;
  current: boolean;
}

/** A type, not an interface: forms take it as their values. */
export type NotificationPreferences = {
  emailNotifications: boolean;
  weeklyReports: boolean;
  securityAlerts: boolean;
  marketingEmails: boolean;
  /** IANA name: on whose Monday morning the weekly report comes. */
  timeZone: string;
};

/** The signed-in account's own settings. The screen shows every error itself. */
export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateProfile: build.mutation<User, { name: string; company: string; website: string }>({
      query: (body) => ({ url: '/auth/profile', method: 'PUT', body }),
      transformResponse: (payload: { user: User }) => payload.user,
      extraOptions: { quiet: true },
    }),
    changePassword: build.mutation<unknown, { currentPassword: string; newPassword: string }>({
      query: (body) => ({ url: '/auth/change-password', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Sessions']),
      extraOptions: { quiet: true },
    }),
    sessions: build.query<AccountSession[], void>({
      query: () => '/auth/sessions',
      transformResponse: (payload: { sessions: AccountSession[] }) => payload.sessions,
      providesTags: ['Sessions'],
      extraOptions: { quiet: true },
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
      extraOptions: { quiet: true },
    }),
    notifications: build.query<NotificationPreferences, void>({
      query: () => '/auth/notifications',
      providesTags: ['Notifications'],
      extraOptions: { quiet: true },
    }),
    updateNotifications: build.mutation<NotificationPreferences, NotificationPreferences>({
      query: (body) => ({ url: '/auth/notifications', method: 'PUT', body }),
      invalidatesTags: ['Notifications'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const {
  useUpdateProfileMutation,
  useChangePasswordMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useNotificationsQuery,
  useUpdateNotificationsMutation,
} = settingsApi;
