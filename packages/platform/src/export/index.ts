// What a service holds on an account, for its owner: sections of records, read a page at a time with bounded memory.
import { ExportServiceService } from '@linqr/proto/export/v1/export';
import type { Provider, Type } from '@nestjs/common';
import type { Definition } from '../grpc/index.js';
import { ExportController } from './export.controller.js';
import { Exporter, type ExportSection } from './exporter.js';

export { Exporter, type ExportSection, type SectionPage } from './exporter.js';
export { type TableSectionOptions, tableSection } from './table-section.js';

/** What a service adds to its `besides` and `providers` to offer ExportService. */
export function exportParts(sections: readonly ExportSection[]): {
  besides: { definition: Definition; controller: Type };
  provider: Provider;
} {
  return {
    besides: { definition: ExportServiceService, controller: ExportController },
    provider: { provide: Exporter, useValue: new Exporter(sections) },
  };
}
