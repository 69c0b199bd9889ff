import {
  accountDeleted,
  apiKeyReplaced,
  deletionCode,
  passwordChanged,
  resetPassword,
  sessionReuse,
  verifyEmail,
} from './kinds/account.mails.js';
import { codeDisabled, codeRestored, linkDisabled, linkQuarantined, linkRestored, reportReceived } from './kinds/link.mails.js';
import { contactMessage, operatorNotice } from './kinds/operator.mails.js';
import { type PlanNames, planMails } from './kinds/plan.mails.js';
import { emailChangeCurrent, emailChanged, emailChangeNew, securityAlert } from './kinds/security.mails.js';
import { webhookDisabled, webhookFailing } from './kinds/webhook.mails.js';
import { type WeeklyFigures, weeklyReport } from './kinds/weekly-report.mails.js';
import type { MailKind, MailRecipe } from './mail.kinds.js';

/** What a mail needs from outside of auth. */
export interface MailSources {
  weeklyFigures: WeeklyFigures;
  planNames: PlanNames;
}

/** Who gets each kind of mail, whether they may switch it off, and what it says. */
export function mailRecipes({ weeklyFigures, planNames }: MailSources): Record<MailKind, MailRecipe> {
  const plan = planMails(planNames);
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
    trial_ending: plan.trialEnding,
    trial_ended: plan.trialEnded,
    payment_failed: plan.paymentFailed,
    plan_ended: plan.planEnded,
    webhook_failing: webhookFailing,
    webhook_disabled: webhookDisabled,
    link_disabled: linkDisabled,
    link_quarantined: linkQuarantined,
    link_restored: linkRestored,
    code_disabled: codeDisabled,
    code_restored: codeRestored,
    weekly_report: weeklyReport(weeklyFigures),
    report_received: reportReceived,
    contact_message: contactMessage,
    operator_notice: operatorNotice,
  };
}
