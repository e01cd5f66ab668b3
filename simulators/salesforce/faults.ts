import { strikeNow } from '../kit/faults.ts';
import type { ApiError } from './errors.ts';
import type { Org, SalesforceSimulation } from './state.ts';

/** Faults of writing records; their `operation` is the object, such as `Opportunity`. */
export const salesforceFaults: Record<string, string> = {
  'lock-row': 'refuses to write a record with UNABLE_TO_LOCK_ROW: somebody else is saving it or its parent',
  'validation-rule':
    'refuses to write a record with FIELD_CUSTOM_VALIDATION_EXCEPTION; `message` and `field` say what the rule says',
};

/** Why a record may not be written now, beyond what it contains; null if it may. */
export type Obstacle = (object: string, id: string | null) => ApiError | null;

/** Obstacles caused by injected faults. A fault is used up even if the change is not made, so it is applied outside of the change. */
export const obstacleOf =
  (simulation: SalesforceSimulation, org: Org): Obstacle =>
  (object, id) => {
    const place = { operation: object, accountId: org.id };
    if (strikeNow(simulation, 'lock-row', place)) {
      const message = `unable to obtain exclusive access to this record or 1 records: ${id ?? org.id}`;
      return { errorCode: 'UNABLE_TO_LOCK_ROW', message, fields: [] };
    }
    const rule = strikeNow(simulation, 'validation-rule', place);
    if (!rule) return null;
    const { message = 'A rule of the organization refuses this.', field } = rule.options;
    const fields = typeof field === 'string' ? [field] : [];
    return { errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', message: String(message), fields };
  };
