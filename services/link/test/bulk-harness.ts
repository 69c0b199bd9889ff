// Clients of the link service's further gRPC services, beside the harness of the first.
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { BulkServiceService, type CreateImportRequest, type Import, ImportState } from '@linqr/proto/link/v1/bulk';
import { eventually } from '@linqr/testing/eventually';
import { as, type TestLink } from './harness.js';

export type BulkClient = GrpcClient<typeof BulkServiceService>;
type Actor = Parameters<typeof as>[0];

export function bulkClient(link: TestLink): BulkClient {
  return createGrpcClient({ definition: BulkServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
}

/** On a plan of the catalogue; any other key is unlimited. */
export async function onPlan(link: TestLink, actor: Actor, plan: string): Promise<Actor> {
  await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan });
  return actor;
}

export function importRequest(csv: string, fields: Partial<CreateImportRequest> = {}): CreateImportRequest {
  return { content: Buffer.from(csv), fields: [], fileName: 'links.csv', idempotencyKey: undefined, ...fields };
}

export function ended(bulk: BulkClient, actor: Actor, id: string): Promise<Import> {
  return eventually(
    async () => {
      const it = await as(actor, () => bulk.getImport({ id }));
      return ![ImportState.IMPORT_STATE_QUEUED, ImportState.IMPORT_STATE_RUNNING].includes(it.state) && it;
    },
    { timeoutMs: 60_000 },
  );
}
