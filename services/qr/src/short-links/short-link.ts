import type { GrpcClient } from '@linqr/platform/grpc';
import type { LinkServiceService } from '@linqr/proto/link/v1/link';

export type LinkClient = Pick<GrpcClient<typeof LinkServiceService>, 'createLink' | 'deleteLink' | 'checkDestination'>;

/** What a code keeps of its link. */
export interface ShortLink {
  linkId: string;
  url: string;
  slug: string;
}
