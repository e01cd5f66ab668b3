import type { CustomerRead } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { defaultWalletOf, saveBuyer, withDefaultWallet, withInfo } from '../change.ts';
import { type BuyerPayment, paymentProviders, requirePayments, type Seen } from '../payment/payment.ts';
import { findBuyerPayment, updateBuyerPayment } from '../payment/store.ts';
import { lockBuyer } from '../store.ts';
import { applyMethods } from '../wallet/apply-methods.ts';
import type { Wallet } from '../wallet/wallet.ts';

const nameMax = 255;
const descriptionMax = 1000;

/** What `applyCustomer` may tell the world. */
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

/** What was changed in the provider's dashboard since it was read last; what we want there ourselves goes first. */
const withTheirs = (buyer: BuyerWithContacts, payment: BuyerPayment, read: CustomerRead): BuyerWithContacts => {
  const { seen } = payment;
  if (seen === null || payment.push_wanted > payment.push_done) return buyer;
  const isNews = (member: 'name' | 'description' | 'email'): boolean => read[member] !== seen[member];
  return {
    ...(isNews('email') ? withInfo(buyer, { emailAddress: read.email }) : buyer),
    ...(isNews('name') && read.name ? { name: read.name.slice(0, nameMax) } : {}),
    ...(isNews('description') ? { description: (read.description ?? '').slice(0, descriptionMax) } : {}),
  };
};

/** The provider's default where it was changed there, and none that cannot be charged any more. */
const withTheirDefault = (
  buyer: BuyerWithContacts,
  payment: BuyerPayment,
  read: CustomerRead,
  wallets: readonly Wallet[],
): BuyerWithContacts => {
  const active = wallets.filter(({ status }) => status === 'ACTIVE');
  const current = defaultWalletOf(buyer);
  const isTaken = wallets.some(({ id, status }) => encodeId('wallet', id) === current && status !== 'ACTIVE');
  const kept = isTaken ? withDefaultWallet(buyer, null) : buyer;
  const theirs = read.defaultMethodId;
  const isPushed = payment.push_wanted > payment.push_done;
  if (theirs === undefined || isPushed || theirs === (payment.seen?.defaultMethodId ?? null)) return kept;
  const wallet = active.find(({ external_id: externalId }) => externalId === theirs);
  return withDefaultWallet(kept, wallet ? encodeId('wallet', wallet.id) : null);
};

/**
 * Takes over what was read of a buyer's customer. `ticket`: reads that were begun earlier than the last one applied change
 * nothing. A customer that is gone takes its payment methods along; the buyer stays.
 */
export const applyCustomer = async (
  call: ActCall,
  { buyerId, ticket, read }: { buyerId: string; ticket: number; read: CustomerRead | null },
): Promise<void> => {
  const old = await lockBuyer(call.db, buyerId);
  const payment = old && (await findBuyerPayment(call.db, buyerId));
  if (!payment || ticket <= payment.applied) return;
  const isGone = read === null || read.isDeleted;
  const wallets = await applyMethods(call, old, isGone ? [] : read.methods);
  const seen: Seen = isGone
    ? { ...(payment.seen ?? { name: null, description: null, email: null }), isDeleted: true, defaultMethodId: null }
    : seenOf(read);
  await updateBuyerPayment(call.db, { ...payment, applied: ticket, seen });
  const field = paymentProviders[requirePayments(old)].documentField;
  const buyer = isGone
    ? withDefaultWallet(old, null)
    : withInfo(withTheirDefault(withTheirs(old, payment, read), payment, read, wallets), { [field]: read.document });
  const isDeleted = isGone && payment.seen?.isDeleted !== true;
  const same = isSameDocument(
    { ...buyer.info, name: buyer.name, description: buyer.description },
    { ...old.info, name: old.name, description: old.description },
  );
  if (!same || isDeleted) await saveBuyer(call, old, buyer, isDeleted ? 'buyer.customer_deleted' : 'buyer.updated');
};
