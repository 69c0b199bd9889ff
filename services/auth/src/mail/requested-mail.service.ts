import type { DataSource } from 'typeorm';
import type { RequestedMailInput } from '../one-time-tokens/one-time-token.schemas.js';
import type { Throttle } from '../throttle/throttle.js';
import { REQUESTED_MAIL } from '../throttle/throttle.rules.js';
import type { MailKind } from './mail.kinds.js';
import { enqueueMail } from './mail.outbox.js';

/**
 * Mail that anybody may ask for to any address. The request only queues; whether the address has an account is found out
 * later by the mail worker, so neither the answer nor its time can tell.
 */
export class RequestedMailService {
  constructor(
    private readonly database: DataSource,
    private readonly throttle: Throttle,
  ) {}

  /** RATE_LIMITED by the client and the installation; too much mail to one address is left out silently. */
  async request(kind: MailKind & ('verify_email' | 'reset_password'), { email, client }: RequestedMailInput): Promise<void> {
    await this.throttle.spend(REQUESTED_MAIL, { client: client.network });
    if ((await this.throttle.trySpend(REQUESTED_MAIL, { account: `${kind} ${email}` })) > 0) return;
    await enqueueMail(this.database.manager, { kind, email });
  }
}
