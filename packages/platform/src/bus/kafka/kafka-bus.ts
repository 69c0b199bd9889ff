import type { BusOptions } from '../index.js';
import type { EventBus } from '../port.js';

export const KafkaBus = class {
  constructor(readonly options: BusOptions) {}
} as unknown as new (
  options: BusOptions,
) => EventBus;
