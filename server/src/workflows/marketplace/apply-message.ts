import type { CoSellPartner } from '../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../adapters/crm/port.ts';
import { findReceiver, type MessageHint } from '../../adapters/marketplace/messages.ts';
import { findOfRecords } from '../../domain/cosell/crm-record/actions/find-referrals.ts';
import {
  chargeEvents,
  recordPayment,
  type TakenMessage,
  takeChargeMessage,
} from '../../domain/invoice/actions/record-payment.ts';
import { recordAuthorizationUsed } from '../../domain/offer/actions/record-acceptance.ts';
import {
  type AccountRef,
  loadConnection,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { readRevenueNow } from '../../domain/organization/connection/actions/schedule-revenue.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import { loadPartnerMessage } from '../../domain/organization/partner-message/actions/load-partner-message.ts';
import { settlePartnerMessage } from '../../domain/organization/partner-message/actions/settle-partner-message.ts';
import type { StepFailed, Workflow, WorkflowRun } from '../../engine/workflow.ts';
import { openPaymentSession } from '../buyer/payment-session.ts';
import { syncBuyer } from '../buyer/sync-buyer.ts';
import { followDispute } from '../invoice/follow-dispute.ts';
import { followRefund } from '../invoice/follow-refund.ts';
import { openCoSellSession } from '../referral/cosell-session.ts';
import { syncReferralAtPartner } from '../referral/read-referral.ts';
import { syncBothHalves } from '../referral/sync-both-halves.ts';
import { openPartnerSession, type PartnerSession, stepName, type WorkflowServices } from '../services.ts';
import { type Followed, syncChanged } from './sync-changed.ts';
import { syncOffer, syncProduct } from './sync-listing.ts';

const asRead = (isThere: boolean): Followed => (isThere ? 'READ' : 'NOTHING');

/** The manufacturer may not read what a channel partner has sold; only the message shows that it was sold. */
const followAgreement = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  hint: Extract<MessageHint, { about: 'AGREEMENT' }>,
): Promise<Followed> => {
  const { authorizationId: externalId } = hint;
  if (externalId !== undefined) {
    await run.change('use of authorization', ['offer.used', 'offer.updated'], async (call) => {
      const { partner } = sellerAccountOf(await loadMarketplaceConnection(call.db, account));
      await recordAuthorizationUsed(call, { partner, externalId });
    });
  }
  if (hint.isOthers) return asRead(externalId !== undefined);
  const followed = await syncChanged(run, session, account, hint);
  return followed === 'NOTHING' ? asRead(externalId !== undefined) : followed;
};

/** A charge that had failed may have been made after all: the provider is asked, since a message is only a hint. */
const followCharge = async (
  services: WorkflowServices,
  run: WorkflowRun,
  account: AccountRef,
  { reference, read }: Extract<MessageHint, { about: 'CHARGE' }>,
): Promise<Followed> => {
  const message = { partner: run.partnerName, reference, read };
  // A run that the previous release began stored only whether the charge is ours.
  const stored: TakenMessage | boolean = await run.change('take', chargeEvents, (call) =>
    takeChargeMessage(call, message),
  );
  const taken: TakenMessage = typeof stored === 'boolean' ? { isOurs: stored, toRead: null } : stored;
  const { toRead } = taken;
  if (toRead === null) return asRead(taken.isOurs);
  const { invoiceId, chargeId, externalId } = toRead;
  const found = await openPaymentSession(services, run, account).ask(
    'read charge',
    async (payments, access) => (await payments.readCharge?.(access, externalId)) ?? null,
  );
  if (found)
    await run.change('record charge', chargeEvents, (call) =>
      recordPayment(call, { invoiceId, chargeId, read: found }),
    );
  return asRead(true);
};

/** A referral that the partner shows, or that it offers. */
const followReferral = async (
  services: WorkflowServices,
  run: WorkflowRun,
  account: AccountRef,
  externalId: string,
): Promise<Followed> => {
  const referred = {
    partner: run.partnerName as CoSellPartner,
    externalId,
    direction: 'BOTH',
  } as const;
  return asRead((await syncReferralAtPartner(run, openCoSellSession(services, run, account), referred)) !== null);
};

/** A deal of a CRM: all referrals of it. A partner that fails holds up none of them; the referral shows it. */
const followDeal = async (services: WorkflowServices, run: WorkflowRun, recordId: string): Promise<Followed> => {
  const system = run.partnerName as CrmSystem;
  const found = await run.change('find', [], (call) => findOfRecords(call, system, [recordId]));
  let failure: StepFailed | null = null;
  for (const referralId of found) {
    const asked = { referralId, direction: 'BOTH', isOfCrm: true } as const;
    const { crmFailure } = await syncBothHalves(services, run, asked, stepName('sync', `${referralId}: `));
    failure ??= crmFailure;
  }
  if (failure) throw failure;
  return asRead(found.length > 0);
};

const sentences: Readonly<Record<Followed, string>> = {
  NOTHING: 'The message requires no action.',
  READ: 'The subject of the message was read.',
  NOT_SHOWN:
    'The subject of the message was read. It does not show the change yet, and is left for the next reconciliation.',
};

/** Reads the subject of a message again. */
const follow = async (
  services: WorkflowServices,
  run: WorkflowRun,
  account: { connectionId: string },
  hint: MessageHint,
): Promise<Followed> => {
  const session = openPartnerSession(services, run, account);
  switch (hint.about) {
    case 'AGREEMENT':
      return followAgreement(run, session, account, hint);
    case 'OFFER':
      return asRead(await syncOffer(run, session, account, hint.externalId));
    case 'PRODUCT':
      return asRead(await syncProduct(run, session, account, hint.entityId));
    case 'BUYER':
      return asRead(await syncBuyer(services, run, account, hint.externalId));
    case 'CHARGE':
      return followCharge(services, run, account, hint);
    case 'REFUND': {
      const { about: _, ...said } = hint;
      const message = { ...said, partner: run.partnerName };
      return asRead(await followRefund(run, openPaymentSession(services, run, account), message));
    }
    case 'DISPUTE': {
      const { about: _, ...said } = hint;
      const message = { ...said, partner: run.partnerName };
      return asRead(await followDispute(run, openPaymentSession(services, run, account), message));
    }
    case 'REFERRAL':
      return followReferral(services, run, account, hint.externalId);
    case 'DEAL':
      return followDeal(services, run, hint.recordId);
    case 'REVENUE':
      await run.change('schedule', [], (call) => readRevenueNow(call, { connectionId: account.connectionId }));
      return asRead(true);
    case 'NOTHING':
      return 'NOTHING';
  }
};

/** Processes a stored message of a partner. A message is only a hint; what counts is the read that follows. */
export const applyMessageWorkflow = (services: WorkflowServices): Workflow<'message.apply'> => ({
  name: 'message.apply',
  run: async (run, { messageId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const message = await loadPartnerMessage(call.db, messageId);
      const account = await loadConnection(call.db, message.connection_id);
      const hint: MessageHint = findReceiver(services.receivers, account)?.readHint(message.body) ?? {
        about: 'NOTHING',
      };
      return { connectionId: message.connection_id, hint };
    });
    const account = { connectionId: loaded.connectionId };
    const followed = await follow(services, run, account, loaded.hint);
    await run.change('settle', [], (call) =>
      settlePartnerMessage(call, { messageId, act: followed === 'NOTHING' ? 'audit' : 'apply' }),
    );
    return sentences[followed];
  },
  onFailure: {
    emits: [],
    act: (call, { messageId }, { code, message }) =>
      settlePartnerMessage(call, { messageId, act: 'fail', error: { code, message } }),
  },
});
