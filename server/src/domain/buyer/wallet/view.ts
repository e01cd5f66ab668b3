import type { z } from 'zod';
import { createShownDocument } from '../../../contract/partner-documents/shown-documents.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { type BillingWallet, BillingWalletInfo } from './schema.ts';
import type { Wallet } from './wallet.ts';

const shownInfo = createShownDocument(BillingWalletInfo.reply);

/** A wallet as clients see it. */
export const viewWallet = (orgId: string, wallet: Wallet): z.input<typeof BillingWallet> => ({
  id: encodeId('wallet', wallet.id),
  organizationID: encodeId('org', orgId),
  buyerID: encodeId('buyer', wallet.buyer_id),
  partner: wallet.partner,
  type: wallet.type,
  status: wallet.status,
  name: wallet.name,
  ...(wallet.currency === null ? {} : { currency: wallet.currency }),
  ...(wallet.external_id === null ? {} : { externalID: wallet.external_id }),
  ...(wallet.type === 'credit'
    ? { totalAmount: decimalToJson(wallet.total_amount), usedAmount: decimalToJson(wallet.used_amount) }
    : {}),
  ...(wallet.start_time === null ? {} : { startTime: wallet.start_time.toISOString() }),
  ...(wallet.expire_time === null ? {} : { expireTime: wallet.expire_time.toISOString() }),
  info: shownInfo.show(wallet.info),
  creationTime: wallet.creation_time.toISOString(),
  lastUpdateTime: wallet.last_update_time.toISOString(),
});
