import { newId } from '@linqr/platform/ids';

/** Something an admin did, or the installation in an admin's place. */
export interface AdminAction {
  id: string;
  at: Date;
  /** Empty: the installation itself, or the operator's command line. */
  actorId: string;
  /** noun.verb, at most 60 characters. */
  action: string;
  targetId: string;
  /** For a person. */
  target: string;
  reason: string;
}

export function adminAction(fields: Omit<AdminAction, 'id'>): AdminAction {
  return { ...fields, id: newId('aud', fields.at.getTime()) };
}
