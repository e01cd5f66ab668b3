import type { Fields } from '../../../contract/fields.ts';

/** The order of the list of wallets; it takes no `q` and no `s`. */
export const walletFields: Fields = {
  id: { type: 'id', prefix: 'wallet', column: 'wallet.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'wallet.creation_time', sortable: true, required: true },
};
