import canonicalize from 'canonicalize';
import type { z } from 'zod';
import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../../adapters/crm/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { checkExpressions } from '../check-expressions.ts';
import { checkRows } from '../check-rows.ts';
import { defaultMapping } from '../default-mappings.ts';
import type { FieldMapping } from '../mapping.ts';
import type { ReplaceCosellMapping } from '../schema.ts';
import { lockMapping, saveMapping } from '../store.ts';
import { viewMapping } from '../view.ts';

type View = ReturnType<typeof viewMapping>;

const isSameMapping = (left: View, right: View): boolean =>
  left.conflictRule === right.conflictRule && canonicalize(left.fields) === canonicalize(right.fields);

/** Replaces the mapping between a CRM and a partner. Referrals follow it from their next synchronization on. */
export const replaceCosellMapping = async (
  call: ActCall,
  { params, body }: { params: { crm: string; partner: string }; body: z.output<typeof ReplaceCosellMapping> },
) => {
  const [crm, partner] = [params.crm as CrmSystem, params.partner as CoSellPartner];
  await checkExpressions(body.fields);
  const before = (await lockMapping(call.db, crm, partner)) ?? defaultMapping(crm, partner);
  call.checkVersion(before.version);
  const fields = body.fields as FieldMapping[];
  checkRows(fields);
  const after = {
    ...before,
    conflict_rule: body.conflictRule,
    fields,
    last_updated_by: call.actor.id,
    last_update_time: call.now,
    version: before.version + 1,
  };
  const view = viewMapping(after);
  const isSame = before.last_update_time !== null && isSameMapping(viewMapping(before), view);
  if (isSame) return viewMapping(before);
  await saveMapping(call.db, after);
  call.recordChange({
    type: 'config',
    id: `cosell-mapping:${crm}:${partner}`,
    before: viewMapping(before),
    after: view,
    version: after.version,
    events: ['cosell_mapping.updated'],
  });
  return view;
};
