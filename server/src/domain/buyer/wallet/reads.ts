import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { readListPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findBuyer } from '../store.ts';
import { type WalletListParams, walletFields } from './fields.ts';

import { selectWallets } from './store.ts';
import { viewWallet } from './view.ts';

export const listBuyerWallets = async (
  call: ReadCall,
  { params, query }: { params: { buyerId: string }; query: z.output<typeof WalletListParams> },
) => {
  requireFound(await findBuyer(call.db, params.buyerId), 'buyer');
  const page = readListPage(call, query, walletFields);
  const { rows, nextToken, total } = await selectWallets(call.db, page, params.buyerId);
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map((row) => viewWallet(call.orgId, row));
};
