import { processFields } from '@linqr/platform/config';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535).default(0);

/** Everything the mailbox reads from its environment. It listens on loopback only. */
export const mailboxConfig = z.object({
  LOG_LEVEL: processFields.LOG_LEVEL,
  MAILBOX_FOLDER: z.string().min(1).describe('Where messages are kept'),
  MAILBOX_SMTP_PORT: port.describe('Where mail is handed in; 0: any free one'),
  MAILBOX_HTTP_PORT: port.describe('Where mail is shown; 0: any free one'),
});
