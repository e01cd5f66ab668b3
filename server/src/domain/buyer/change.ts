import { createRowChanger } from '../../contract/versioned-rows.ts';
import type { BuyerWithContacts } from './buyer.ts';
import { updateBuyerRow } from './store.ts';
import { viewBuyer } from './view.ts';

/** Writes a changed buyer as its next version. */
export const changeBuyer = createRowChanger({ type: 'buyer', view: viewBuyer, update: updateBuyerRow });

/** Sets members of a buyer's document; null or undefined removes a member. */
export const withInfo = (buyer: BuyerWithContacts, members: Record<string, unknown>): BuyerWithContacts => ({
  ...buyer,
  info: Object.fromEntries(
    Object.entries({ ...buyer.info, ...members }).filter(([, value]) => value !== null && value !== undefined),
  ) as BuyerWithContacts['info'],
});

/** Sets the wallet that is charged first, by its public id; null means none. */
export const withDefaultWallet = (buyer: BuyerWithContacts, walletId: string | null): BuyerWithContacts => {
  const { defaultWalletId: _, ...rest } = buyer.info.paymentConfig ?? {};
  const paymentConfig = walletId === null ? rest : { ...rest, defaultWalletId: walletId };
  return withInfo(buyer, { paymentConfig: Object.keys(paymentConfig).length > 0 ? paymentConfig : null });
};

export const defaultWalletOf = ({ info }: Pick<BuyerWithContacts, 'info'>): string | null => {
  const id = info.paymentConfig?.defaultWalletId;
  return typeof id === 'string' ? id : null;
};
