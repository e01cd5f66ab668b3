import type { BuyerRead } from '../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { readPartnerDocument } from '../../../contract/partner-documents/read-document.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import type { Buyer, BuyerWithContacts } from '../buyer.ts';
import { changeBuyer } from '../change.ts';
import { insertBuyer, lockBuyerByAccount } from '../store.ts';
import { viewBuyer } from '../view.ts';

/** A buyer as the partner reports it: its account, and any further details. */
export type ImportedBuyer = { accountId: string } & Partial<BuyerRead>;

/** The document of a buyer with the partner's data; members that this read does not show are kept. */
const infoOf = (partner: Partner, old: Buyer['info'], { accountId, email, document }: ImportedBuyer): Buyer['info'] => {
  const place = findMarketplaceFacts(partner)?.buyer;
  const before = place && (old[place.member] ?? place.ofAccount(accountId));
  const shown = place && readPartnerDocument(place.object, { ...before, ...document });
  return {
    ...old,
    ...(place && Object.keys(shown ?? {}).length > 0 ? { [place.member]: shown } : {}),
    ...(email && old.emailAddress === undefined ? { emailAddress: email } : {}),
  };
};

/**
 * The buyer of an account at a partner, created on first sight. The partner's name and e-mail address are used until
 * the buyer has its own (the account id stands in for the name). Emits buyer.imported or buyer.updated.
 */
export const importBuyer = async (
  call: ActCall,
  connection: { partner: Partner },
  read: ImportedBuyer,
): Promise<BuyerWithContacts> => {
  const { partner } = connection;
  const { accountId, name } = read;
  const old = await lockBuyerByAccount(call.db, partner, accountId);
  if (old) {
    const next = {
      ...old,
      name: name && old.name === accountId ? name : old.name,
      info: infoOf(partner, old.info, read),
    };
    const isSame = next.name === old.name && isSameDocument(next.info, old.info);
    return isSame ? old : (await changeBuyer(call, old, next, 'buyer.updated')).row;
  }
  const buyer: Buyer = {
    id: call.newId(),
    partner,
    account_id: accountId,
    external_id: accountId,
    company_id: null,
    name: name || accountId,
    description: '',
    s3_key_logo: null,
    tags: [],
    info: infoOf(partner, {}, read),
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  if (!(await insertBuyer(call.db, buyer))) return importBuyer(call, connection, read);
  const imported = { ...buyer, contact_ids: [] };
  const view = viewBuyer(call.orgId, imported);
  call.recordChange({ type: 'buyer', before: null, after: view, version: 1, events: ['buyer.imported'] });
  return imported;
};
