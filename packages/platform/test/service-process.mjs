// A service whose wiring fails after it has opened something: lifecycle.itest.ts.
import { grpcServiceFields } from '@linqr/platform/config';
import { runService } from '@linqr/platform/service';
import { z } from 'zod';

await runService('broken', z.object(grpcServiceFields), async ({ lifecycle }) => {
  lifecycle.onClose('resource', () => process.stdout.write('resource closed\n'));
  throw new Error('no database');
});
