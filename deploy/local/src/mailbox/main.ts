// The local mailbox: takes what the installation sends and shows it.
import { loadConfig } from '@linqr/platform/config';
import { Lifecycle } from '@linqr/platform/lifecycle';
import { createLogger } from '@linqr/platform/logging';
import { mailboxConfig } from './config.js';
import { openHttp } from './http.js';
import { MessageStore } from './message-store.js';
import { openSmtp } from './smtp.js';

const config = loadConfig(mailboxConfig);
const logger = createLogger({ service: 'mailbox', level: config.LOG_LEVEL });
const lifecycle = new Lifecycle(logger, 5_000);
lifecycle.installSignalHandlers();
const store = await MessageStore.open(config.MAILBOX_FOLDER);
const smtp = await openSmtp(store, config.MAILBOX_SMTP_PORT, logger);
lifecycle.onClose('smtp', smtp.close);
const http = await openHttp(store, config.MAILBOX_HTTP_PORT);
lifecycle.onClose('http', http.close);
lifecycle.announce({ smtpPort: smtp.port, httpPort: http.port });
