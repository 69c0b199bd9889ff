import {
  accountDeleted,
  apiKeyReplaced,
  deletionCode,
  passwordChanged,
  resetPassword,
  sessionReuse,
  verifyEmail,
} from './kinds/account.mails.js';
import { linkDisabled, linkQuarantined, linkRestored, reportReceived } from './kinds/link.mails.js';
import { contactMessage, operatorNotice } from './kinds/operator.mails.js';
import { paymentFailed, planEnded, trialEnded, trialEnding } from './kinds/plan.mails.js';
import { emailChangeCurrent, emailChanged, emailChangeNew, securityAlert } from './kinds/security.mails.js';
import { webhookDisabled, webhookFailing } from './kinds/webhook.mails.js';
import { type WeeklyFigures, weeklyReport } from './kinds/weekly-report.mails.js';
import type { MailKind, MailRecipe } from './mail.kinds.js';

/** What a mail needs from outside of auth. */
export interface MailSources {
  weeklyFigures: WeeklyFigures;
}

/** Who gets each kind of mail, whether they may switch it off, and what it says. */
export function mailRecipes({ weeklyFigures }: MailSources): Record<MailKind, MailRecipe> {
  return {
    verify_email: verifyEmail,
    reset_password: resetPassword,
    password_changed: passwordChanged,
    api_key_replaced: apiKeyReplaced,
    session_reuse: sessionReuse,
    security_alert: securityAlert,
    email_change_current: emailChangeCurrent,
    email_change_new: emailChangeNew,
    email_changed: emailChanged,
    deletion_code: deletionCode,
    account_deleted: accountDeleted,
    trial_ending: trialEnding,
    trial_ended: trialEnded,
    payment_failed: paymentFailed,
    plan_ended: planEnded,
    webhook_failing: webhookFailing,
    webhook_disabled: webhookDisabled,
    link_disabled: linkDisabled,
    link_quarantined: linkQuarantined,
    link_restored: linkRestored,
    weekly_report: weeklyReport(weeklyFigures),
    report_received: reportReceived,
    contact_message: contactMessage,
    operator_notice: operatorNotice,
  };
}
