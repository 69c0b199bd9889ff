import { z } from 'zod';
import { clientField } from '../sessions/client-info.js';

const tokenField = z.string().min(1, 'The token is missing').max(1_000, 'The token is too long');

export const confirmEmailChangeSchema = z.object({ token: tokenField, client: clientField });
/** Without a token: the caller's own. */
export const cancelEmailChangeSchema = z.object({ token: z.string().max(1_000, 'The token is too long'), client: clientField });
