import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import type { BuyerWithContacts } from './buyer.ts';
import { updateBuyerRow } from './store.ts';
import { viewBuyer } from './view.ts';

/** Writes a changed buyer down as its next version, and tells it; `more` is told beside it. */
export const saveBuyer = async (
  call: ActCall,
  old: BuyerWithContacts,
  changed: BuyerWithContacts,
  event: EventName = 'buyer.updated',
  more: object = {},
): Promise<BuyerWithContacts> => {
  const buyer = { ...changed, last_update_time: call.now, version: old.version + 1 };
  await updateBuyerRow(call.db, buyer);
  const after = { ...viewBuyer(call.orgId, buyer), ...more };
  call.setVersion(buyer.version);
  call.changed({ type: 'buyer', id: after.id, name: buyer.name, before: viewBuyer(call.orgId, old), after });
  call.emit({ name: event, entityType: 'buyer', entityId: after.id, version: buyer.version, payload: after });
  return buyer;
};

/** Members of a buyer's document; those that are null or undefined are taken out. */
export const withInfo = (buyer: BuyerWithContacts, members: Record<string, unknown>): BuyerWithContacts => ({
  ...buyer,
  info: Object.fromEntries(
    Object.entries({ ...buyer.info, ...members }).filter(([, value]) => value !== null && value !== undefined),
  ) as BuyerWithContacts['info'],
});

/** Sets the wallet that is charged first, as clients see its id; null: none. */
export const withDefaultWallet = (buyer: BuyerWithContacts, walletId: string | null): BuyerWithContacts => {
  const { defaultWalletId: _, ...rest } = buyer.info.paymentConfig ?? {};
  const paymentConfig = walletId === null ? rest : { ...rest, defaultWalletId: walletId };
  return withInfo(buyer, { paymentConfig: Object.keys(paymentConfig).length > 0 ? paymentConfig : null });
};

export const defaultWalletOf = ({ info }: Pick<BuyerWithContacts, 'info'>): string | null => {
  const id = info.paymentConfig?.defaultWalletId;
  return typeof id === 'string' ? id : null;
};
