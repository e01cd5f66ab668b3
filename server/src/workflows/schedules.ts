import { expireWallet } from '../domain/buyer/wallet/actions/expire-wallet.ts';
import { startWallet } from '../domain/buyer/wallet/actions/start-wallet.ts';
import { walletExpiryKind, walletStartKind } from '../domain/buyer/wallet/wallet.ts';
import { announceWaiting, waitingKind } from '../domain/entitlement/actions/await-approval.ts';
import { beginKind, syncBegun } from '../domain/entitlement/actions/await-begin.ts';
import { scheduledEvents } from '../domain/entitlement/cancellation/actions/cancel-entitlement.ts';
import { recheckCancellation } from '../domain/entitlement/cancellation/actions/recheck-cancellation.ts';
import { startScheduledCancellation } from '../domain/entitlement/cancellation/actions/schedule-cancellation.ts';
import { recheckKind } from '../domain/entitlement/cancellation/cancellation.ts';
import { scheduledKind } from '../domain/entitlement/cancellation/schedule.ts';
import { endDirectPurchase, startDirectPurchase } from '../domain/entitlement/direct-purchase/actions/pass-time.ts';
import {
  directBillKind,
  directEndKind,
  directStartKind,
} from '../domain/entitlement/direct-purchase/direct-purchase.ts';
import { announceEnd } from '../domain/entitlement/notices/announce-end.ts';
import { endSoonKind } from '../domain/entitlement/notices/end-soon.ts';
import { applyPendingPrices } from '../domain/entitlement/price-model/actions/apply-pending-prices.ts';
import { priceModelKind } from '../domain/entitlement/price-model/price-model.ts';
import { billEntitlement } from '../domain/invoice/actions/bill-entitlement.ts';
import { finalizeDueInvoice } from '../domain/invoice/actions/finalize-invoice.ts';
import { payDueInvoice, payEvents } from '../domain/invoice/actions/pay-invoice.ts';
import { finalizeKind, payKind } from '../domain/invoice/invoice.ts';
import { closeBillableUsage, closingEvents } from '../domain/metering/billable-usage/actions/close-billable-usage.ts';
import { billableDueKind } from '../domain/metering/billable-usage/billable-usage.ts';
import { startUsageComparison } from '../domain/metering/usage-comparison/actions/start-usage-comparison.ts';
import { startUsageReport } from '../domain/metering/usage-record-report/actions/start-usage-report.ts';
import { silenceEvents, watchMeters } from '../domain/metering/usage-silence/actions/watch-meters.ts';
import { silenceDueKind } from '../domain/metering/usage-silence/usage-silence.ts';
import { startDelivery } from '../domain/notification/message/actions/start-delivery.ts';
import { sendKind } from '../domain/notification/message/message.ts';
import { notifyKind, notifyRange } from '../domain/notification/notice/actions/notify-range.ts';
import { digestKind, sendDigests } from '../domain/notification/notice/actions/send-digest.ts';
import { forgetPreviousSecret } from '../domain/notification/webhook/actions/rotate-secret.ts';
import { discardDeliveries } from '../domain/notification/webhook/delivery/actions/discard-deliveries.ts';
import { discardKind, forgetSecretKind } from '../domain/notification/webhook/webhook.ts';
import { startSync } from '../domain/organization/connection/actions/record-sync.ts';
import {
  compareDueKind,
  reconcileDueKind,
  revenueDueKind,
  usageDueKind,
} from '../domain/organization/connection/connection.ts';
import { fileRemovalKind } from '../domain/prm/file/file.ts';
import { expireInvitation } from '../domain/prm/invitation/actions/end-invitation.ts';
import { invitationExpiryKind } from '../domain/prm/invitation/invitation.ts';
import { startRevenueSync } from '../domain/revenue/connection/actions/start-revenue-sync.ts';
import { reconcileChannel, reconcileEvents } from '../domain/revenue/reconciliation/actions/reconcile-channel.ts';
import { reconcileKind } from '../domain/revenue/reconciliation/reconciliation.ts';
import { matchKind, matchRecords } from '../domain/revenue/record/actions/match-records.ts';
import { attachmentRemovalKind } from '../domain/support/attachment/attachment.ts';
import { missFirstAnswer, missResolution } from '../domain/support/ticket/actions/miss-target.ts';
import { firstAnswerKind, resolutionKind } from '../domain/support/ticket/ticket.ts';
import type { DueHandler } from '../engine/due.ts';
import { encodeId } from '../kit/ids.ts';
import { offerDueHandlers } from './offer/offer-schedules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What happens at a business time, by kind. The comments name the writers of the `due` rows. */
export const dueHandlers: readonly DueHandler[] = [
  {
    // Written by connectMarketplace and, for the next time, by startSync.
    kind: reconcileDueKind,
    longestMs: 2 * dayMs,
    entity: 'conn',
    emits: [],
    act: async (call, { entityId }) => {
      await startSync(call, { connectionId: entityId });
    },
  },
  ...offerDueHandlers,
  {
    // Written when an order is read that waits for our approval.
    kind: waitingKind,
    entity: 'ent',
    emits: ['entitlement.waits'],
    act: announceWaiting,
  },
  {
    // Written when a term is read that begins later.
    kind: beginKind,
    emits: [],
    // The partner's current answer decides, not our clock.
    act: syncBegun,
  },
  {
    // Written with every change of an entitlement (`watchTimes`).
    kind: endSoonKind,
    entity: 'ent',
    emits: ['entitlement.end_soon'],
    act: announceEnd,
  },
  {
    // Written with every change of an entitlement (`watchTimes`).
    kind: scheduledKind,
    entity: 'ent',
    emits: scheduledEvents,
    act: startScheduledCancellation,
  },
  {
    // Written while a request to cancel waits for its answer.
    kind: recheckKind,
    longestMs: 2 * hourMs,
    entity: 'ent',
    emits: [],
    act: recheckCancellation,
  },
  {
    // Written when events are handed out (`db/outbox.ts`). Webhooks that are ordered get events of an entity as they are queued here.
    kind: notifyKind,
    inOrder: true,
    emits: ['message.created'],
    act: notifyRange,
  },
  {
    // Written when the first event waits for the next digest.
    kind: digestKind,
    longestMs: 3 * dayMs,
    emits: ['message.created'],
    act: sendDigests,
  },
  {
    // Written when a webhook is disabled or deleted.
    kind: discardKind,
    entity: 'webhook',
    emits: [],
    act: discardDeliveries,
  },
  {
    // Written by rotateWebhookSecret.
    kind: forgetSecretKind,
    entity: 'webhook',
    emits: [],
    act: forgetPreviousSecret,
  },
  {
    // Written by announceOffer and, for the next attempt, by recordDelivery.
    kind: sendKind,
    entity: 'message',
    emits: [],
    act: startDelivery,
  },
  {
    // Written when a direct purchase is made.
    kind: directStartKind,
    entity: 'ent',
    emits: ['entitlement.started'],
    act: (call, { entityId }) => startDirectPurchase(call, { entitlementId: entityId }),
  },
  {
    // Written with every change of a direct purchase (`watchTimes`).
    kind: directEndKind,
    entity: 'ent',
    emits: ['entitlement.cancelled', 'entitlement.renewed'],
    act: (call, { entityId }) => endDirectPurchase(call, { entitlementId: entityId }),
  },
  {
    // Written by updateEntitlementPriceModel for prices that apply later.
    kind: priceModelKind,
    entity: 'ent',
    emits: ['entitlement.updated'],
    act: (call, { entityId }) => applyPendingPrices(call, { entitlementId: entityId }),
  },
  {
    // Written by every act that changes what a direct purchase costs and, for the next invoice, by billEntitlement.
    kind: directBillKind,
    entity: 'ent',
    emits: ['invoice.created', 'invoice.canceled', 'wallet.returned'],
    act: (call, { entityId }) => billEntitlement(call, { entitlementId: entityId }),
  },
  {
    // Written with each draft.
    kind: finalizeKind,
    entity: 'invoice',
    emits: ['invoice.carried_over', 'invoice.finalized', 'invoice.paid'],
    act: (call, { entityId }) => finalizeDueInvoice(call, { invoiceId: entityId }),
  },
  {
    // Written when an invoice becomes final, when a payment fails, and while one is in progress.
    kind: payKind,
    entity: 'invoice',
    emits: payEvents,
    act: (call, { entityId }) => payDueInvoice(call, { invoiceId: entityId }),
  },
  {
    // Written by every act that sets the times of credit.
    kind: walletStartKind,
    entity: 'wallet',
    emits: ['wallet.started'],
    act: (call, { entityId }) => startWallet(call, { walletId: entityId }),
  },
  {
    kind: walletExpiryKind,
    entity: 'wallet',
    emits: ['wallet.expired'],
    act: (call, { entityId }) => expireWallet(call, { walletId: entityId }),
  },
  {
    // Written by the first usage reported, by the end of a license, and by the run for its next time.
    kind: usageDueKind,
    longestMs: 3 * hourMs,
    isUrgent: true,
    emits: [],
    act: startUsageReport,
  },
  {
    // Written by the first usage for direct billing, and by its handler for the next time.
    kind: billableDueKind,
    longestMs: 3 * hourMs,
    emits: closingEvents,
    act: closeBillableUsage,
  },
  {
    // Written by connectMarketplace, and by its handler for the next day.
    kind: compareDueKind,
    longestMs: 2 * dayMs,
    emits: [],
    act: startUsageComparison,
  },
  {
    // Written with the hourly look for usage, and by its handler for the next entitlements and the next day.
    kind: silenceDueKind,
    longestMs: 2 * dayMs,
    emits: silenceEvents,
    act: watchMeters,
  },
  {
    // Written when an account is connected or its credentials change, by a message of the partner, and by its handler for
    // the next time.
    kind: revenueDueKind,
    longestMs: 2 * dayMs,
    entity: 'conn',
    emits: [],
    act: startRevenueSync,
  },
  {
    // Written by the database when a product, offer, purchase or buyer is imported (0067-revenue.sql).
    kind: matchKind,
    emits: [],
    act: matchRecords,
  },
  {
    // Written with every link of a partner invitation.
    kind: invitationExpiryKind,
    entity: 'invite',
    emits: ['partner_invitation.expired', 'partner_relationship.updated'],
    act: expireInvitation,
  },
  {
    // Written with every change of a ticket (`changeTicket`).
    kind: firstAnswerKind,
    entity: 'ticket',
    emits: ['support_ticket.first_answer_overdue'],
    act: missFirstAnswer,
  },
  {
    kind: resolutionKind,
    entity: 'ticket',
    emits: ['support_ticket.resolution_overdue'],
    act: missResolution,
  },
  {
    // Written before the bytes of an attachment are stored, and cancelled by the act that records it.
    kind: attachmentRemovalKind,
    longestMs: 2 * hourMs,
    entity: 'attach',
    emits: [],
    act: async (call, { entityId: attachmentId }) => {
      const id = encodeId('attach', attachmentId);
      call.recordChange({ type: 'attach', before: { id }, after: null });
      await call.start('support-attachment.remove', { attachmentId }, { entityId: id });
    },
  },
  {
    // Written before the bytes of a file for partners are stored, and cancelled by the act that records it.
    kind: fileRemovalKind,
    longestMs: 2 * hourMs,
    entity: 'file',
    emits: [],
    act: async (call, { entityId: fileId }) => {
      const id = encodeId('file', fileId);
      call.recordChange({ type: 'file', before: { id }, after: null });
      await call.start('partner-file.remove', { fileId }, { entityId: id });
    },
  },
  {
    // Written at the end of a sync, and by its handler for the next entitlements and the next day.
    kind: reconcileKind,
    longestMs: 2 * dayMs,
    emits: reconcileEvents,
    act: reconcileChannel,
  },
];
