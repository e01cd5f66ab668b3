import type { MethodRead } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { readPartnerDocument } from '../../../contract/partner-documents/read-document.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { allows } from '../../../kit/transitions.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { requirePayments } from '../payment/payment.ts';
import { addWallet, changeWallet, startDetach } from './change.ts';
import { nextWalletStatus } from './next-status.ts';
import { walletIs, walletTransitions } from './states.ts';
import { lockMethodWallets } from './store.ts';
import type { Wallet } from './wallet.ts';

const infoOf = (method: MethodRead, old: Wallet['info'] = {}): Wallet['info'] => ({
  ...old,
  ...(method.document === null
    ? {}
    : { stripePaymentMethod: readPartnerDocument('StripePaymentMethod', method.document) }),
  ...(method.setupIntentId === null ? {} : { stripeSetupIntentId: method.setupIntentId }),
});

const newWallet = (call: ActCall, buyer: BuyerWithContacts, method: MethodRead): Wallet => ({
  id: call.newId(),
  buyer_id: buyer.id,
  partner: requirePayments(buyer),
  type: method.type,
  status: method.isVerified ? 'ACTIVE' : 'PENDING_VERIFY',
  name: method.name,
  currency: null,
  external_id: method.externalId,
  total_amount: '0',
  used_amount: '0',
  start_time: null,
  expire_time: null,
  info: infoOf(method),
  detached: false,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

const applyMethod = async (call: ActCall, old: Wallet, method: MethodRead): Promise<Wallet> => {
  const isVerified = method.isVerified && allows(walletTransitions, 'verify', old.status);
  const status = isVerified ? nextWalletStatus('verify', old) : old.status;
  const changed = { status, name: method.name, info: infoOf(method, old.info) };
  if (status === old.status && changed.name === old.name && isSameDocument(changed.info, old.info)) return old;
  return (await changeWallet(call, old, changed, isVerified ? 'wallet.verified' : 'wallet.updated')).row;
};

/**
 * Makes a buyer's wallets match the provider's read: adds new payment methods, activates verified ones, removes missing
 * ones. A method that was removed here but still exists there is detached again. Returns the wallets of all payment
 * methods, including removed ones. The buyer's row must be locked.
 */
export const applyMethods = async (
  call: ActCall,
  buyer: BuyerWithContacts,
  methods: readonly MethodRead[],
): Promise<Wallet[]> => {
  const known = await lockMethodWallets(call.db, buyer.id);
  const wallets: Wallet[] = [];
  for (const method of methods) {
    const old = known.find((wallet) => wallet.external_id === method.externalId);
    if (!old) wallets.push((await addWallet(call, newWallet(call, buyer, method), 'wallet.created')).row);
    else if (walletIs.open(old.status)) wallets.push(await applyMethod(call, old, method));
    else {
      wallets.push(old);
      // The provider still has a removed method: the detaching run failed or has not got there yet.
      if (old.detached) await startDetach(call, old);
    }
  }
  for (const old of known) {
    if (methods.some((method) => method.externalId === old.external_id)) continue;
    if (!walletIs.open(old.status)) wallets.push(old);
    else {
      const gone = { status: nextWalletStatus('remove', old) };
      wallets.push((await changeWallet(call, old, gone, 'wallet.removed')).row);
    }
  }
  return wallets;
};
