import type { CustomerRead } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { readPartnerDocument } from '../../../contract/partner-documents/read-document.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer, defaultWalletOf, withDefaultWallet, withInfo } from '../change.ts';
import type { Ticket } from '../payment/payment.ts';
import { type BuyerPayment, paymentProviders, requirePayments, type Seen } from '../payment/payment.ts';
import { findBuyerPayment, updateBuyerPayment } from '../payment/store.ts';
import { lockBuyer } from '../store.ts';
import { applyMethods } from '../wallet/apply-methods.ts';
import { walletIs } from '../wallet/states.ts';
import type { Wallet } from '../wallet/wallet.ts';

const nameMax = 255;
const descriptionMax = 1000;

/** Events that `applyCustomer` may emit. */
export const customerEvents = [
  'buyer.updated',
  'buyer.customer_deleted',
  'wallet.created',
  'wallet.updated',
  'wallet.verified',
  'wallet.removed',
] as const satisfies EventName[];

const seenOf = (read: CustomerRead): Seen => ({
  isDeleted: read.isDeleted,
  name: read.name,
  description: read.description,
  email: read.email,
  defaultMethodId: read.defaultMethodId ?? null,
});

/** Applies changes made in the provider's dashboard since the last read. */
const withTheirs = (buyer: BuyerWithContacts, { seen }: BuyerPayment, read: CustomerRead): BuyerWithContacts => {
  if (seen === null) return buyer;
  const isNews = (member: 'name' | 'description' | 'email'): boolean => read[member] !== seen[member];
  return {
    ...(isNews('email') ? withInfo(buyer, { emailAddress: read.email }) : buyer),
    ...(isNews('name') && read.name ? { name: cutText(read.name, nameMax) } : {}),
    ...(isNews('description') ? { description: cutText(read.description ?? '', descriptionMax) } : {}),
  };
};

/** Clears a default wallet that can no longer be charged. */
const withoutTaken = (buyer: BuyerWithContacts, wallets: readonly Wallet[]): BuyerWithContacts => {
  const current = defaultWalletOf(buyer);
  const isTaken = wallets.some(({ id, status }) => encodeId('wallet', id) === current && !walletIs.active(status));
  return isTaken ? withDefaultWallet(buyer, null) : buyer;
};

/** Applies the provider's default payment method if it was changed there. */
const withTheirDefault = (
  buyer: BuyerWithContacts,
  { seen }: BuyerPayment,
  { defaultMethodId: theirs }: CustomerRead,
  wallets: readonly Wallet[],
): BuyerWithContacts => {
  if (theirs === undefined || theirs === (seen?.defaultMethodId ?? null)) return buyer;
  const wallet = wallets.find(({ status, external_id: id }) => walletIs.active(status) && id === theirs);
  return withDefaultWallet(buyer, wallet ? encodeId('wallet', wallet.id) : null);
};

/** Whether the read is outdated by our own changes: one is still pending, or was made since the read began. */
const isOvertaken = ({ push_wanted: wanted, push_done: done }: BuyerPayment, pushDone: number): boolean =>
  wanted > done || done !== pushDone;

type Applied = Pick<Ticket, 'buyerId' | 'ticket' | 'pushDone'> & { read: CustomerRead | null };

/**
 * Applies a read of a buyer's customer. `ticket`: reads that began before the last applied one change nothing. Deleting
 * a customer removes its payment methods; the buyer stays. A customer that never existed in the connected account
 * belongs to another account, which may be connected again; such a read changes nothing. Returns whether the customer
 * must be read again because one of our changes reached the provider during the read.
 */
export const applyCustomer = async (call: ActCall, { buyerId, ticket, pushDone, read }: Applied): Promise<boolean> => {
  const old = await lockBuyer(call.db, buyerId);
  const payment = old && (await findBuyerPayment(call.db, buyerId));
  if (!payment || ticket <= payment.applied || read === null) return false;
  const isGone = read.isDeleted;
  const overtaken = isOvertaken(payment, pushDone);
  const wallets = await applyMethods(call, old, isGone ? [] : read.methods);
  const seen: Seen = isGone
    ? { ...(payment.seen ?? { name: null, description: null, email: null }), isDeleted: true, defaultMethodId: null }
    : overtaken
      ? { ...(payment.seen ?? seenOf(read)), isOvertaken: true }
      : seenOf(read);
  await updateBuyerPayment(call.db, { ...payment, applied: ticket, seen });
  const { documentField: field, documentObject } = paymentProviders[requirePayments(old)];
  const kept = withoutTaken(old, wallets);
  const theirs = overtaken ? kept : withTheirDefault(withTheirs(kept, payment, read), payment, read, wallets);
  const buyer = isGone
    ? withDefaultWallet(old, null)
    : withInfo(theirs, { [field]: readPartnerDocument(documentObject, read.document) });
  const isDeleted = isGone && payment.seen?.isDeleted !== true;
  const same = isSameDocument(
    { ...buyer.info, name: buyer.name, description: buyer.description },
    { ...old.info, name: old.name, description: old.description },
  );
  if (!same || isDeleted) await changeBuyer(call, old, buyer, isDeleted ? 'buyer.customer_deleted' : 'buyer.updated');
  return overtaken && !isGone && payment.push_wanted <= payment.push_done;
};
