import type { CoSellPartner } from '../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';
import type { ReadCall } from '../../../contract/call.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { defaultMapping } from './default-mappings.ts';
import type { Mapping } from './mapping.ts';
import { findMapping } from './store.ts';
import { viewMapping } from './view.ts';

/** The mapping that is in force: the organization's own, or the default of the service. */
export const mappingInForce = async (db: OrgDb, crm: CrmSystem, partner: CoSellPartner): Promise<Mapping> =>
  (await findMapping(db, crm, partner)) ?? defaultMapping(crm, partner);

export const getCosellMapping = async (call: ReadCall, { params }: { params: { crm: string; partner: string } }) => {
  const mapping = await mappingInForce(call.db, params.crm as CrmSystem, params.partner as CoSellPartner);
  call.setVersion(mapping.version);
  return viewMapping(mapping);
};
