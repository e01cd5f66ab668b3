import type { ActCall } from '../../../contract/call.ts';
import type { Partner } from '../../../contract/shapes.ts';
import type { Buyer, BuyerWithContacts } from '../buyer.ts';
import { insertBuyer, lockBuyerByAccount, updateBuyerName } from '../store.ts';
import { viewBuyer } from '../view.ts';

/** What of a buyer the partner's account alone tells. */
const infoOf = (partner: Partner, accountId: string): Buyer['info'] =>
  partner === 'AWS' || partner === 'AWS_CHINA' ? { awsBuyer: { awsAccountID: accountId } } : {};

/**
 * The buyer of an account at a partner: one for each, made when it is first met. A name is taken over while the buyer has
 * none of its own (its account id stands for it). Emits buyer.imported or buyer.updated.
 */
export const importBuyer = async (
  call: ActCall,
  connection: { partner: Partner },
  { accountId, name }: { accountId: string; name?: string },
): Promise<BuyerWithContacts> => {
  const old = await lockBuyerByAccount(call.db, connection.partner, accountId);
  if (!old) {
    const buyer: Buyer = {
      id: call.newId(),
      partner: connection.partner,
      account_id: accountId,
      external_id: accountId,
      company_id: null,
      name: name || accountId,
      description: '',
      s3_key_logo: null,
      tags: [],
      info: infoOf(connection.partner, accountId),
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    };
    if (!(await insertBuyer(call.db, buyer)))
      return importBuyer(call, connection, { accountId, ...(name ? { name } : {}) });
    const imported = { ...buyer, contact_ids: [] };
    const view = viewBuyer(call.orgId, imported);
    call.setVersion(1);
    call.changed({ type: 'buyer', id: view.id, name: buyer.name, before: null, after: view });
    call.emit({ name: 'buyer.imported', entityType: 'buyer', entityId: view.id, version: 1, payload: view });
    return imported;
  }
  if (!name || name === old.name || old.name !== accountId) return old;
  const buyer = { ...old, name, last_update_time: call.now, version: old.version + 1 };
  await updateBuyerName(call.db, { id: buyer.id, name, last_update_time: call.now, version: buyer.version });
  const before = viewBuyer(call.orgId, old);
  const after = viewBuyer(call.orgId, buyer);
  call.setVersion(buyer.version);
  call.changed({ type: 'buyer', id: after.id, name, before, after });
  call.emit({ name: 'buyer.updated', entityType: 'buyer', entityId: after.id, version: buyer.version, payload: after });
  return buyer;
};
