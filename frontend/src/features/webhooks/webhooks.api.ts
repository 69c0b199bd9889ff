import { api } from '../../api/api';
import { hasStatus } from '../../api/api-error';
import type { WebhookEvent } from './events';

/** Times are ISO 8601. */
export interface Webhook {
  id: string;
  url: string;
  events: WebhookEvent[];
  includeBots: boolean;
  batchClicks: boolean;
  enabled: boolean;
  disabledReason: string | null;
  disabledAt: string | null;
  /** Since when every attempt has failed. */
  failingSince: string | null;
  /** Until when the secret before the current one signs too. */
  previousSecretUntil: string | null;
  createdAt: string;
}

export interface Delivery {
  id: string;
  /** The `webhook-id` header, the same for every attempt. */
  eventId: string;
  event: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** Of the last attempt; null without an answer. */
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  /** The body as it is sent. */
  payload: string;
  /** The last attempts, oldest first. */
  history: { at: string; durationMs: number; responseStatus: number | null; error: string | null }[];
  createdAt: string;
  nextAttemptAt: string | null;
  deliveredAt: string | null;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  pagination: { limit: number; nextCursor: string | null };
}

export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'includeBots' | 'batchClicks'>;
/** What is left out stays as it is. */
export type WebhookChange = { id: string; enabled?: boolean } & Partial<NewWebhook>;
/** Empty: all. */
export interface LogFilter {
  status: Delivery['status'] | '';
  event: WebhookEvent | '';
}
/** `from` inclusive, `to` exclusive. */
export interface Replay {
  id: string;
  from: string;
  to: string;
  includeDelivered: boolean;
}
type WithSecret = Webhook & { secret: string };

const deliveriesPerPage = 20;
const list = { type: 'Webhook' as const, id: 'LIST' };
const logOf = (id: string) => ({ type: 'Webhook' as const, id: `log:${id}` });
const quiet = { quiet: true };

/** Webhooks and their deliveries. The screen shows every error itself. */
export const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    webhooks: build.query<Webhook[], void>({
      query: () => '/webhooks',
      transformResponse: ({ webhooks }: { webhooks: Webhook[] }) => webhooks,
      providesTags: [list],
      extraOptions: quiet,
    }),
    createWebhook: build.mutation<WithSecret, NewWebhook>({
      query: (body) => ({ url: '/webhooks', method: 'POST', body }),
      invalidatesTags: (_made, error) => (error ? [] : [list]),
      extraOptions: quiet,
    }),
    changeWebhook: build.mutation<Webhook, WebhookChange>({
      query: ({ id, ...body }) => ({ url: `/webhooks/${id}`, method: 'PUT', body }),
      invalidatesTags: (_changed, _error, { id }) => [list, logOf(id)],
      extraOptions: quiet,
    }),
    deleteWebhook: build.mutation<unknown, string>({
      query: (id) => ({ url: `/webhooks/${id}`, method: 'DELETE' }),
      // Out of the list before the list is read again: its log must not be asked for once more.
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const gone = await queryFulfilled.then(
          () => true,
          ({ error }: { error: unknown }) => hasStatus(error, 404),
        );
        if (gone) {
          dispatch(webhooksApi.util.updateQueryData('webhooks', undefined, (webhooks) => webhooks.filter((webhook) => webhook.id !== id)));
        }
      },
      invalidatesTags: [list],
      extraOptions: quiet,
    }),
    rotateSecret: build.mutation<WithSecret, { id: string; revokePrevious: boolean }>({
      query: ({ id, revokePrevious }) => ({ url: `/webhooks/${id}/rotate-secret`, method: 'POST', body: { revokePrevious } }),
      invalidatesTags: (_rotated, error) => (error ? [] : [list]),
      extraOptions: quiet,
    }),
    deliveries: build.query<DeliveryPage, { id: string; cursor: string } & LogFilter>({
      query: ({ id, ...page }) => ({ url: `/webhooks/${id}/deliveries`, params: { limit: deliveriesPerPage, ...page } }),
      providesTags: (_page, _error, { id }) => [logOf(id)],
      // Payloads are large and old soon.
      keepUnusedDataFor: 5,
      extraOptions: quiet,
    }),
    testWebhook: build.mutation<Delivery, string>({
      query: (id) => ({ url: `/webhooks/${id}/test`, method: 'POST', body: {} }),
      // A refusal may mean that it was disabled meanwhile.
      invalidatesTags: (_sent, error, id) => (error ? [list] : [logOf(id)]),
      extraOptions: quiet,
    }),
    resendDelivery: build.mutation<Delivery, { id: string; deliveryId: string }>({
      query: ({ id, deliveryId }) => ({ url: `/webhooks/${id}/deliveries/${deliveryId}/resend`, method: 'POST', body: {} }),
      invalidatesTags: (_sent, error, { id }) => (error ? [list] : [logOf(id)]),
      extraOptions: quiet,
    }),
    replayDeliveries: build.mutation<{ queued: number }, Replay>({
      query: ({ id, ...body }) => ({ url: `/webhooks/${id}/replay`, method: 'POST', body }),
      invalidatesTags: (_queued, error, { id }) => (error ? [list] : [logOf(id)]),
      extraOptions: quiet,
    }),
  }),
});

export const {
  useWebhooksQuery,
  useCreateWebhookMutation,
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useRotateSecretMutation,
  useDeliveriesQuery,
  useTestWebhookMutation,
  useReplayDeliveriesMutation,
  useResendDeliveryMutation,
} = webhooksApi;
