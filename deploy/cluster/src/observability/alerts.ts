// Every alert in one place: its rule, the series on which it must fire and on which it must not, and what to do about it.
// Rules, promtool tests and runbooks are made from this table.
import type { Alert } from './alert.js';
import { EDGE_ALERTS } from './edge.alerts.js';
import { PART_ALERTS } from './part.alerts.js';
import { PIPELINE_ALERTS } from './pipeline.alerts.js';

export const ALERTS: Alert[] = [...EDGE_ALERTS, ...PIPELINE_ALERTS, ...PART_ALERTS];
