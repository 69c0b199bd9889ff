import { type ExportSection, tableSection } from '@linqr/platform/export';
import type { DataSource } from 'typeorm';

/** What the webhook service holds on an account; signing secrets are left out. */
export function webhookSections(database: DataSource): ExportSection[] {
  return [
    tableSection({ name: 'webhooks', database, from: 'endpoints t', key: 't.id' }),
    tableSection({
      name: 'webhookDeliveries',
      database,
      from: '(select e.workspace_id, d.* from endpoints e join deliveries d on d.endpoint_id = e.id) t',
      key: 't.id',
    }),
  ];
}
