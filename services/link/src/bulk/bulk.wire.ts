import type { Clock } from '@linqr/platform/clock';
import type { Lifecycle } from '@linqr/platform/lifecycle';
import type { Logger } from '@linqr/platform/logging';
import { SecretBox } from '@linqr/platform/secrets';
import type { ServiceParts } from '@linqr/platform/service';
import { BulkServiceService } from '@linqr/proto/link/v1/bulk';
import type { DataSource } from 'typeorm';
import { ImportChunk } from '../imports/import.chunk.js';
import { ImportIntake } from '../imports/import.intake.js';
import { ImportPasswords } from '../imports/import.passwords.js';
import { ImportRepository } from '../imports/import.repository.js';
import { ImportWorker } from '../imports/import.worker.js';
import type { LinkCreation } from '../links/link.creation.js';
import type { LinkEditing } from '../links/link.editing.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { LinkRepository } from '../links/link.repository.js';
import type { LinkQuota } from '../quota/link-quota.js';
import { BulkController } from './bulk.controller.js';
import { LinkBulk } from './link-bulk.js';

export interface BulkWireParts {
  database: DataSource;
  links: LinkRepository;
  creation: LinkCreation;
  editing: LinkEditing;
  quota: LinkQuota;
  /** Seal passwords of rows that wait. */
  sealingKeys: readonly Buffer[] | undefined;
  shortUrls: ShortUrls;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
}

/** Many links at once: changes of a selection, and imports with the worker that makes their links. */
export function wireBulk(parts: BulkWireParts): Required<Pick<ServiceParts, 'besides' | 'providers'>> & { start: () => void } {
  const { database, sealingKeys, clock, logger, lifecycle } = parts;
  const rowPasswords = new ImportPasswords(sealingKeys && new SecretBox(sealingKeys));
  const imports = new ImportRepository(database);
  const worker = new ImportWorker({ database, imports, chunk: new ImportChunk({ ...parts, imports, rowPasswords }), clock, logger });
  lifecycle.onClose('imports', () => worker.stop());
  return {
    besides: [{ definition: BulkServiceService, controller: BulkController }],
    providers: [
      { provide: LinkBulk, useValue: new LinkBulk(parts) },
      { provide: ImportIntake, useValue: new ImportIntake({ ...parts, imports, rowPasswords, wake: () => worker.wake() }) },
    ],
    start: () => worker.start(),
  };
}
