import { z } from 'zod';

/** Its shape is judged with the key itself: whatever is no key of ours is API_KEY_INVALID. */
export const authenticateApiKeySchema = z.object({ key: z.string().max(1_000, 'The API key is too long') });
