import { announceWaiting, waitingKind } from '../domain/entitlement/actions/await-approval.ts';
import { startUsageReport } from '../domain/metering/usage-record-report/actions/start-usage-report.ts';
import { usageDueKind } from '../domain/metering/usage-record-report/schedule/store.ts';
import { expiryKind } from '../domain/offer/expiry.ts';
import { findOffer } from '../domain/offer/store.ts';
import { startSync } from '../domain/organization/connection/actions/record-sync.ts';
import { reconcileDueKind } from '../domain/organization/connection/connection.ts';
import { findConnection } from '../domain/organization/connection/store.ts';
import type { DueHandler } from '../engine/due.ts';
import { operationIdOf } from '../engine/run-act.ts';
import { encodeId } from '../kit/ids.ts';

/** What waits for business time, by kind: who writes the `due` rows stands beside each. */
export const dueHandlers: readonly DueHandler[] = [
  {
    // Written by connectMarketplace and, for the next time, by startSync.
    kind: reconcileDueKind,
    emits: [],
    act: async (call, { entityId }) => {
      if (await findConnection(call.db, entityId)) await startSync(call, { connectionId: entityId });
    },
  },
  {
    // Written and taken back by the acts of an offer.
    kind: expiryKind,
    emits: [],
    act: async (call, { entityId }) => {
      const offer = await findOffer(call.db, entityId);
      if (offer?.status !== 'PENDING_ACCEPTANCE') return;
      const offerId = encodeId('offer', offer.id);
      const operationId = await call.start(
        'offer.expire',
        { offerId: offer.id },
        { entityId: offerId, partner: offer.partner },
      );
      const started = { name: 'offer.expire', entityId: offerId };
      call.changed({
        type: 'operation',
        id: operationIdOf(operationId),
        name: started.name,
        before: null,
        after: started,
      });
    },
  },
  {
    // Written when an order is met that waits for our approval.
    kind: waitingKind,
    emits: ['entitlement.waits'],
    act: announceWaiting,
  },
  {
    // Written by the first usage that is reported, by the end of a license, and by the run for the next time.
    kind: usageDueKind,
    emits: [],
    act: startUsageReport,
  },
];
