import { GrpcService } from '@linqr/platform/grpc';
import { WebhookServiceService } from '@linqr/proto/webhook/v1/webhook';
import { Controller } from '@nestjs/common';

/**
 * The service stands in its place (starts, is healthy, is reachable) and owns the contract; none of its calls is built
 * yet, so each answers UNIMPLEMENTED, which the gateway shows as 501 NOT_AVAILABLE_YET.
 */
@Controller()
@GrpcService(WebhookServiceService)
export class WebhookController {}
