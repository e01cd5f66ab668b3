import type { z } from 'zod';
import { showAmounts } from '../../contract/owner-amounts.ts';
import { createShownDocument } from '../../contract/partner-documents/shown-documents.ts';
import { shownMetaInfo } from '../../contract/reference/meta-info.ts';
import { decimalToJson } from '../../kit/decimal.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Entitlement, Term } from './entitlement.ts';
import { EntitlementInfo, type WorkloadEntitlement, type WorkloadEntitlementTerm } from './schema.ts';

export type EntitlementView = z.input<typeof WorkloadEntitlement>;
export type TermView = z.input<typeof WorkloadEntitlementTerm>;

const relatives = ({ product_id, offer_id, buyer_id }: Pick<Entitlement, 'product_id' | 'offer_id' | 'buyer_id'>) => ({
  ...(product_id === null ? {} : { productID: encodeId('prod', product_id) }),
  ...(offer_id === null ? {} : { offerID: encodeId('offer', offer_id) }),
  ...(buyer_id === null ? {} : { buyerID: encodeId('buyer', buyer_id) }),
});

const shownInfo = createShownDocument(EntitlementInfo.reply);

/** An entitlement as clients see it. */
export const viewEntitlement = (orgId: string, entitlement: Entitlement): EntitlementView => ({
  id: encodeId('ent', entitlement.id),
  organizationID: encodeId('org', orgId),
  name: entitlement.name,
  partner: entitlement.partner,
  service: entitlement.service as EntitlementView['service'],
  status: entitlement.status,
  type: entitlement.type,
  ...(entitlement.partner_id === null ? {} : { partnerID: entitlement.partner_id }),
  ...(entitlement.external_id === null ? {} : { externalID: entitlement.external_id }),
  ...(entitlement.external_buyer_id === null ? {} : { externalBuyerID: entitlement.external_buyer_id }),
  ...(entitlement.external_product_id === null ? {} : { externalProductID: entitlement.external_product_id }),
  ...relatives(entitlement),
  ...(entitlement.entitlement_term_id === null
    ? {}
    : { entitlementTermID: encodeId('term', entitlement.entitlement_term_id) }),
  ...(entitlement.start_time === null ? {} : { startTime: entitlement.start_time.toISOString() }),
  ...(entitlement.end_time === null ? {} : { endTime: entitlement.end_time.toISOString() }),
  info: { ...shownInfo.show(entitlement.info), ...showAmounts(entitlement.amounts ?? [], entitlement.info.currency) },
  metaInfo: shownMetaInfo.show(entitlement.meta_info),
  creationTime: entitlement.creation_time.toISOString(),
  lastUpdateTime: entitlement.last_update_time.toISOString(),
});

/** A term as clients see it. */
export const viewTerm = (orgId: string, term: Term): TermView => ({
  id: encodeId('term', term.id),
  organizationID: encodeId('org', orgId),
  entitlementID: encodeId('ent', term.entitlement_id),
  partner: term.partner,
  service: term.service as TermView['service'],
  ...relatives(term),
  ...(term.external_entitlement_id === null ? {} : { externalEntitlementID: term.external_entitlement_id }),
  startTime: term.start_time.toISOString(),
  ...(term.end_time === null ? {} : { endTime: term.end_time.toISOString() }),
  commitAmount: decimalToJson(term.commit_amount),
  usedCommitAmount: decimalToJson(term.used_commit_amount),
  creditAmount: decimalToJson(term.credit_amount),
  usedCreditAmount: decimalToJson(term.used_credit_amount),
  reportedAmount: decimalToJson(term.reported_amount),
  info: { ...term.info, type: term.type },
  entitlementInfo: shownInfo.show(term.entitlement_info),
  creationTime: term.creation_time.toISOString(),
  lastUpdateTime: term.last_update_time.toISOString(),
});
