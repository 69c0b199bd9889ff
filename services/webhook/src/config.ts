import { grpcServiceFields } from '@linqr/platform/config';
import { z } from 'zod';

/** Everything the webhook service reads from its environment. */
export const webhookConfig = z.object({ ...grpcServiceFields });
export type WebhookConfig = z.output<typeof webhookConfig>;
