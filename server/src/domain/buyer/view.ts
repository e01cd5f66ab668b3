import type { z } from 'zod';
import { showAmounts } from '../../contract/owner-amounts.ts';
import { createShownDocument } from '../../contract/partner-documents/shown-documents.ts';
import { encodeId } from '../../kit/ids.ts';
import type { BuyerWithContacts } from './buyer.ts';
import { BuyerInfo, type IdentityBuyer } from './schema.ts';

const shownInfo = createShownDocument(BuyerInfo.reply);

/** A buyer as clients see it. */
export const viewBuyer = (orgId: string, buyer: BuyerWithContacts): z.input<typeof IdentityBuyer> => ({
  id: encodeId('buyer', buyer.id),
  organizationID: encodeId('org', orgId),
  partner: buyer.partner,
  name: buyer.name,
  description: buyer.description,
  ...(buyer.external_id === null ? {} : { externalID: buyer.external_id }),
  ...(buyer.company_id === null ? {} : { companyID: buyer.company_id }),
  ...(buyer.s3_key_logo === null ? {} : { s3KeyLogo: buyer.s3_key_logo }),
  contactIds: buyer.contact_ids.map((id) => encodeId('contact', id)),
  tags: buyer.tags,
  info: { ...shownInfo.show(buyer.info), ...showAmounts(buyer.amounts ?? [], buyer.info.paymentConfig?.currency) },
  creationTime: buyer.creation_time.toISOString(),
  lastUpdateTime: buyer.last_update_time.toISOString(),
});
