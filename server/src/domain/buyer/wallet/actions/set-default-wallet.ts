import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { changeBuyer, defaultWalletOf, withDefaultWallet } from '../../change.ts';
import { startPush } from '../../payment/push.ts';
import { viewBuyer } from '../../view.ts';
import { lockWalletOfBuyer, type WalletPath } from '../lock.ts';
import { nextWalletStatus } from '../next-status.ts';
import { refuseCredit } from '../refuse-method.ts';

/** Makes a payment method the default, in our database and at the provider. Returns the buyer. */
export const setDefaultWallet = async (call: ActCall, { params }: WalletPath) => {
  const { buyer: old, wallet } = await lockWalletOfBuyer(call, params);
  call.checkVersion(old.version);
  refuseCredit(wallet, 'default');
  nextWalletStatus('default', wallet);
  const allowed = old.info.paymentConfig?.allowedWalletTypes;
  if (Array.isArray(allowed) && allowed.length > 0 && !allowed.includes(wallet.type)) {
    const message = `The buyer is not allowed to pay with ${wallet.type}.`;
    throw new Refusal('Conflict', message, { type: wallet.type, allowedWalletTypes: allowed });
  }
  const id = encodeId('wallet', wallet.id);
  if (defaultWalletOf(old) === id) return viewBuyer(call.orgId, old);
  const { row: buyer, view } = await changeBuyer(call, old, withDefaultWallet(old, id), 'buyer.updated');
  await startPush(call, buyer);
  return view;
};
