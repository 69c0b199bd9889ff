// Which clicks count. The only way from a caller's words to SQL: fixed column names, values as parameters.
import { validationFailed } from '@linqr/platform/errors';
import type { ClickFilter } from '@linqr/proto/analytics/v1/analytics';
import type { QueryParams } from '../warehouse/warehouse.js';

/** Breakdowns: the filter's field, the raw table's column, and what the screen calls an empty value. */
export const DIMENSIONS = [
  { key: 'countries', field: 'country', column: 'country', emptyName: 'Unknown' },
  { key: 'cities', field: 'city', column: 'city', emptyName: 'Unknown' },
  { key: 'devices', field: 'device', column: 'device', emptyName: 'Unknown' },
  { key: 'browsers', field: 'browser', column: 'browser', emptyName: 'Unknown' },
  { key: 'operatingSystems', field: 'os', column: 'os', emptyName: 'Unknown' },
  { key: 'referrers', field: 'referrer', column: 'referrer', emptyName: 'Direct' },
  { key: 'utmSources', field: 'utmSource', column: 'utm_source', emptyName: 'None' },
  { key: 'utmMediums', field: 'utmMedium', column: 'utm_medium', emptyName: 'None' },
  { key: 'utmCampaigns', field: 'utmCampaign', column: 'utm_campaign', emptyName: 'None' },
  { key: 'languages', field: 'language', column: 'language', emptyName: 'Unknown' },
  { key: 'rules', field: 'rule', column: 'rule_id', emptyName: 'None' },
  { key: 'variants', field: 'variant', column: 'variant', emptyName: 'None' },
] as const;

const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 200;
/** Parameters travel in the URL. */
const MAX_TOTAL_LENGTH = 3_000;

export interface CompiledFilter {
  includeBots: boolean;
  /** `AND …` for the raw table; '' when nothing is filtered and a roll-up can answer. */
  condition: string;
  params: QueryParams;
}

/** Throws VALIDATION_FAILED. Several values of one dimension widen, several dimensions narrow. */
export function compileFilter(filter: ClickFilter | undefined): CompiledFilter {
  const conditions: string[] = [];
  const params: QueryParams = {};
  let total = 0;
  for (const { key, field, column, emptyName } of DIMENSIONS) {
    const values = filter?.[key] ?? [];
    if (values.length === 0) continue;
    if (values.length > MAX_VALUES) throw validationFailed({ field, message: `At most ${MAX_VALUES} values of ${field}` });
    for (const value of values) {
      total += Buffer.byteLength(value);
      if (value.length > MAX_VALUE_LENGTH || total > MAX_TOTAL_LENGTH) throw validationFailed({ field, message: 'The filter is too long' });
    }
    conditions.push(`AND ${column} IN {filter_${column}:Array(String)}`);
    params[`filter_${column}`] = values.flatMap((value) => (value === emptyName ? ['', value] : [value]));
  }
  return { includeBots: filter?.includeBots ?? false, condition: conditions.join(' '), params };
}
