import type { z } from 'zod';
import type { Mapping } from './mapping.ts';
import type { CosellMapping } from './schema.ts';

/** A mapping as clients see it. */
export const viewMapping = (mapping: Mapping): z.input<typeof CosellMapping> => ({
  crm: mapping.crm,
  partner: mapping.partner,
  isDefault: mapping.last_update_time === null,
  conflictRule: mapping.conflict_rule,
  fields: mapping.fields.map(({ isPaused = false, values, ...field }) => ({
    ...field,
    ...(values && { values: { ...values } }),
    isPaused,
  })),
  ...(mapping.last_updated_by === null ? {} : { lastUpdatedBy: mapping.last_updated_by }),
  ...(mapping.last_update_time === null ? {} : { lastUpdateTime: mapping.last_update_time.toISOString() }),
});
