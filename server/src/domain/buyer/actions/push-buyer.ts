import type { CustomerFields, PaymentAddress } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { nextVersion } from '../../../contract/versioned-rows.ts';
import { decodeId, encodeId, nilId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer, defaultWalletOf } from '../change.ts';
import { findBuyerPayment, findWaitingPushes, updateBuyerPayment } from '../payment/store.ts';
import { lockBuyer, updateBuyerRow } from '../store.ts';
import { viewBuyer } from '../view.ts';
import { findWallet } from '../wallet/store.ts';
import { withCustomer } from './link-customer.ts';

/** The desired state of a customer at the provider. `revision` identifies this change among all that were requested. */
export type Push = { partner: string; externalId: string | null; revision: number; fields: CustomerFields };

const addressOf = ({ info: { companyInfo: company } }: BuyerWithContacts): PaymentAddress | null => {
  const address = {
    ...(company?.addressLine1 ? { line1: company.addressLine1 } : {}),
    ...(company?.addressLine2 ? { line2: company.addressLine2 } : {}),
    ...(company?.city ? { city: company.city } : {}),
    ...(company?.state ? { state: company.state } : {}),
    ...(company?.postalCode ? { postalCode: company.postalCode } : {}),
    ...(company?.country ? { country: company.country } : {}),
  };
  return Object.keys(address).length > 0 ? address : null;
};

/** The pending push of a buyer; null if its customer is up to date or deleted. */
export const loadPush = async (call: ActCall, buyerId: string): Promise<Push | null> => {
  const buyer = await lockBuyer(call.db, buyerId);
  const payment = buyer && (await findBuyerPayment(call.db, buyerId));
  if (!payment || payment.seen?.isDeleted || payment.push_wanted <= payment.push_done) return null;
  const defaultId = decodeId('wallet', defaultWalletOf(buyer) ?? '') ?? nilId;
  return {
    partner: buyer.partner,
    externalId: buyer.account_id,
    revision: payment.push_wanted,
    fields: {
      buyerId: encodeId('buyer', buyer.id),
      name: buyer.name,
      description: buyer.description,
      email: buyer.info.emailAddress ?? null,
      address: addressOf(buyer),
      defaultMethodId: (await findWallet(call.db, defaultId))?.external_id ?? null,
    },
  };
};

/**
 * Records that a customer was created or changed at the provider. Returns whether it must be changed again, because
 * more changes were requested in the meantime or a later change was overwritten by this one. Otherwise returns whether
 * it must be read, because a read in the meantime was discarded.
 */
export const recordPush = async (
  call: ActCall,
  { buyerId, externalId, revision }: { buyerId: string; externalId: string; revision: number },
): Promise<{ isOutdated: boolean; isUnread: boolean }> => {
  const buyer = await lockBuyer(call.db, buyerId);
  const payment = buyer && (await findBuyerPayment(call.db, buyerId));
  if (!payment) return { isOutdated: false, isUnread: false };
  const isLatest = payment.push_wanted === revision;
  // Another run has written this customer since it was loaded. Its state is now unknown, so it is written again.
  const done = isLatest ? revision : Math.min(payment.push_done, payment.push_wanted - 1);
  await updateBuyerPayment(call.db, { ...payment, push_done: done, push_failed_time: null });
  if (buyer.account_id === null) await changeBuyer(call, buyer, withCustomer(buyer, externalId), 'buyer.updated');
  return { isOutdated: !isLatest, isUnread: isLatest && payment.seen?.isOvertaken === true };
};

/** Records that the provider refused the change of a customer. A later sync retries it. Emits buyer.push_failed. */
export const recordPushFailed = async (
  call: ActCall,
  { buyerId, error }: { buyerId: string; error: { code: string; message: string } },
): Promise<void> => {
  const buyer = await lockBuyer(call.db, buyerId);
  const payment = buyer && (await findBuyerPayment(call.db, buyerId));
  if (!payment || payment.push_wanted <= payment.push_done) return;
  await updateBuyerPayment(call.db, { ...payment, push_failed_time: call.now });
  const next = nextVersion(call, buyer, {});
  await updateBuyerRow(call.db, next);
  call.recordChange({
    type: 'buyer',
    before: viewBuyer(call.orgId, buyer),
    after: { ...viewBuyer(call.orgId, next), pushError: error },
    version: next.version,
    events: ['buyer.push_failed'],
  });
};

const retryAfterMs = 3_600_000;
const pushesMax = 100;

/** Restarts pushes that the provider refused a while ago, or that waited for an account to be connected. */
export const restartPushes = async (call: ActCall, partner: string): Promise<number> => {
  const failedBefore = new Date(call.now.getTime() - retryAfterMs);
  const waiting = await findWaitingPushes(call.db, partner, { failedBefore, limit: pushesMax });
  for (const { id } of waiting) {
    const buyer = await lockBuyer(call.db, id);
    const payment = buyer && (await findBuyerPayment(call.db, id));
    // Another process may have started it since it was found.
    if (!buyer || !payment?.push_failed_time) continue;
    await updateBuyerPayment(call.db, { ...payment, push_failed_time: null });
    const entityId = encodeId('buyer', id);
    await call.start('buyer.push', { buyerId: id }, { entityId, partner });
    call.recordChange({ type: 'buyer', id: entityId, before: null, after: { name: 'buyer.push', entityId } });
  }
  return waiting.length;
};
