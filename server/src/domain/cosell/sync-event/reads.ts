import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findReferral } from '../referral/store.ts';
import { type SyncEventQueryParams, syncEventFields } from './fields.ts';
import type { ReferralSyncEvent } from './schema.ts';
import { selectSyncEvents } from './store.ts';
import type { SyncEvent } from './sync-event.ts';

const viewSyncEvent = (event: SyncEvent): z.input<typeof ReferralSyncEvent> => ({
  id: encodeId('event', event.id),
  referralId: encodeId('referral', event.referral_id),
  creationTime: event.time.toISOString(),
  system: event.system,
  direction: event.direction,
  ...(event.operation_id === null ? {} : { operationId: encodeId('operation', event.operation_id) }),
  changes: [...event.changes],
  conflicts: [...event.conflicts],
  ...(event.error === null ? {} : { error: event.error }),
});

/** What was sent and received for a referral, newest first. */
export const listReferralSyncEvents = async (
  call: ReadCall,
  { params, query }: { params: { referralId: string }; query: z.output<typeof SyncEventQueryParams> },
) => {
  requireFound(await findReferral(call.db, params.referralId), 'referral');
  const page = readQueryPage(call, query, syncEventFields);
  const { rows, nextToken, total } = await selectSyncEvents(call.db, page, params.referralId);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(page, rows.map(viewSyncEvent), total);
};
