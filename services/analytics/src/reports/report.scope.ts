/** Whose clicks: all of a workspace, or one link's or code's. The workspace is always the actor's. */
export interface ReportScope {
  workspaceId: string;
  kind: 'workspace' | 'link' | 'qr';
  /** '' for a workspace. */
  id: string;
}

/** Parameters: workspace, id. */
export function rawCondition({ kind }: ReportScope): string {
  if (kind === 'workspace') return 'workspace_id = {workspace:String}';
  if (kind === 'link') return 'workspace_id = {workspace:String} AND subject_id = {id:String}';
  return 'workspace_id = {workspace:String} AND qr_id = {id:String}';
}

export function rollUpCondition({ kind }: ReportScope): string {
  return `workspace_id = {workspace:String} AND scope = '${kind}' AND id = {id:String}`;
}
