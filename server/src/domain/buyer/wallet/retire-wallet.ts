import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { Refusal } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer, defaultWalletOf, withDefaultWallet } from '../change.ts';
import { changeWallet, scheduleWallet, startDetach } from './change.ts';
import { isCharging } from './charge/store.ts';
import { nextWalletStatus } from './next-status.ts';
import type { Wallet } from './wallet.ts';

/** Clears the buyer's default if it is this wallet. */
const clearDefault = async (call: ActCall, buyer: BuyerWithContacts, walletId: string): Promise<void> => {
  const isDefault = defaultWalletOf(buyer) === encodeId('wallet', walletId);
  if (isDefault) await changeBuyer(call, buyer, withDefaultWallet(buyer, null), 'buyer.updated');
};

const events = { close: 'wallet.closed', delete: 'wallet.deleted' } as const satisfies Record<string, EventName>;

/**
 * Closes or deletes a wallet permanently. A payment method is no longer the default, and a run detaches it at the
 * provider. 409 in a final status, and while a charge is pending.
 */
export const retireWallet = async (
  call: ActCall,
  { buyer, wallet: old }: { buyer: BuyerWithContacts; wallet: Wallet },
  act: 'close' | 'delete',
) => {
  const status = nextWalletStatus(act, old);
  if (await isCharging(call.db, old.id))
    throw new Refusal('Conflict', 'A charge of this wallet is pending.', { status: 'CHARGE_PENDING', allowedFrom: [] });
  const isMethod = old.external_id !== null;
  const info = act === 'close' ? { ...old.info, closeDate: call.now.toISOString() } : old.info;
  const { row: wallet, view } = await changeWallet(call, old, { status, info, detached: isMethod }, events[act]);
  await scheduleWallet(call, wallet);
  await clearDefault(call, buyer, wallet.id);
  if (isMethod) await startDetach(call, wallet);
  return view;
};
