import { factsOf } from '../../../kit/transitions.ts';

/**
 * `UNTOLD`: computed only, not submitted (SHADOW, TEST). `REPORT_PENDING` with the message OUTCOME_UNKNOWN is no longer
 * sent.
 */
export type ReportRowState = 'CREATED' | 'REPORT_PENDING' | 'SUCCESS' | 'FAILED' | 'UNTOLD';

type Fact =
  /** It was sent, or is about to be, and its outcome is not yet known. */
  'pending' | 'counted' | 'refused' | 'computedOnly';

export const rowIs = factsOf<ReportRowState, Fact>({
  CREATED: [],
  REPORT_PENDING: ['pending'],
  SUCCESS: ['counted'],
  FAILED: ['refused'],
  UNTOLD: ['computedOnly'],
});
