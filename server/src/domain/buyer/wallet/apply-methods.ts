import type { MethodRead } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { readPartnerDocument } from '../../../contract/partner-documents/read-document.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { requirePayments } from '../payment/payment.ts';
import { addWallet, saveWallet, startDetach } from './change.ts';
import { nextWalletStatus } from './next-status.ts';
import { walletTransitions } from './states.ts';
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
  const isVerified = method.isVerified && old.status === 'PENDING_VERIFY';
  const status = isVerified ? nextWalletStatus('verify', old) : old.status;
  const changed = { ...old, status, name: method.name, info: infoOf(method, old.info) };
  if (status === old.status && changed.name === old.name && isSameDocument(changed.info, old.info)) return old;
  return saveWallet(call, old, changed, isVerified ? 'wallet.verified' : 'wallet.updated');
};

/**
 * Makes the wallets of a buyer what the provider was read to hold: new payment methods come, verified ones become ACTIVE,
 * those that are gone are removed. What was taken away here and is still there is taken away again. Answers the wallets of
 * all payment methods, those that are gone included. The buyer's row is locked.
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
    if (!old) wallets.push(await addWallet(call, newWallet(call, buyer, method)));
    else if (walletTransitions.remove.from.some((status) => status === old.status))
      wallets.push(await applyMethod(call, old, method));
    else {
      wallets.push(old);
      // The provider still has what was taken away: the run for it failed, or has not come there yet.
      if (old.detached) await startDetach(call, old);
    }
  }
  for (const old of known) {
    if (methods.some((method) => method.externalId === old.external_id)) continue;
    const isOpen = walletTransitions.remove.from.some((status) => status === old.status);
    const gone = { ...old, status: 'DELETED' } as const;
    wallets.push(isOpen ? await saveWallet(call, old, gone, 'wallet.removed') : old);
  }
  return wallets;
};
