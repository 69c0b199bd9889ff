import { t } from '../../messages/en/webhooks';

/** The API's event names, in the order of the form, with what they mean. */
export const events = {
  link_created: t('linkCreated'),
  link_updated: t('linkUpdated'),
  link_deleted: t('linkDeleted'),
  link_clicked: t('linkClicked'),
  qr_code_created: t('qrCodeCreated'),
  qr_code_scanned: t('qrCodeScanned'),
} as const;

export type WebhookEvent = keyof typeof events;
export const eventNames = Object.keys(events) as WebhookEvent[];

/** The events that the options for bots and batches are about. */
export const isVisit = (event: string): boolean => event === 'link_clicked' || event === 'qr_code_scanned';
