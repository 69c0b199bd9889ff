export interface Alert {
  name: string;
  /** page: somebody gets up; ticket: it can wait for the morning. */
  severity: 'page' | 'ticket';
  expr: string;
  for: string;
  summary: string;
  /** promtool series (minutes apart) on which it fires at `at`, and on which it does not. */
  fires: { series: Record<string, string>; at: string };
  quiet: Record<string, string>;
  runbook: { means: string; look: string[]; do: string[] };
}
