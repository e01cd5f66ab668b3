import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { listParams } from '../../../contract/shapes.ts';
import { walletTypes } from './schema.ts';
import { walletStatuses } from './states.ts';

/** Fields of the wallet list; it takes no `q` and no `s`. One index covers all wallets of a buyer. */
export const walletFields: Fields = {
  id: { type: 'id', prefix: 'wallet', column: 'wallet.id', sortable: true, required: true },
  type: { type: 'enum', values: walletTypes, column: 'wallet.type', required: true, filter: 'type' },
  status: { type: 'enum', values: walletStatuses, column: 'wallet.status', required: true, filter: 'status' },
  currency: { type: 'text', column: 'wallet.currency', filter: 'currency' },
  creation_time: {
    type: 'time',
    column: 'wallet.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const WalletListParams = z.object({ ...listParams(), ...filterParams(walletFields) });
