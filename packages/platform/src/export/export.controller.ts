import type { ExportPageRequest } from '@linqr/proto/export/v1/export';
import { ExportServiceService } from '@linqr/proto/export/v1/export';
import { Controller } from '@nestjs/common';
import { GrpcService, type Handlers } from '../grpc/index.js';
import { Exporter } from './exporter.js';

@Controller()
@GrpcService(ExportServiceService)
export class ExportController implements Handlers<typeof ExportServiceService> {
  constructor(private readonly exporter: Exporter) {}

  async exportPage(request: ExportPageRequest) {
    return this.exporter.page(request);
  }
}
