import type { Generated } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { CoSellPartner, CrmSystem } from '../referral/referral.ts';
import type { ConflictRule, FieldMapping, Mapping } from './mapping.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    cosell_mapping: {
      org_id: string;
      crm: CrmSystem;
      partner: CoSellPartner;
      conflict_rule: ConflictRule;
      fields: readonly FieldMapping[] | string;
      last_updated_by: string;
      last_update_time: Date;
      version: Generated<number>;
    };
  }
}

const find = (db: OrgDb, crm: CrmSystem, partner: CoSellPartner) =>
  db
    .selectFrom('cosell_mapping')
    .select([
      'cosell_mapping.crm',
      'cosell_mapping.partner',
      'cosell_mapping.conflict_rule',
      'cosell_mapping.fields',
      'cosell_mapping.last_updated_by',
      'cosell_mapping.last_update_time',
      'cosell_mapping.version',
    ])
    .where('cosell_mapping.crm', '=', crm)
    .where('cosell_mapping.partner', '=', partner);

export const findMapping = async (db: OrgDb, crm: CrmSystem, partner: CoSellPartner): Promise<Mapping | undefined> =>
  (await find(db, crm, partner).executeTakeFirst()) as Mapping | undefined;

export const lockMapping = async (db: OrgDb, crm: CrmSystem, partner: CoSellPartner): Promise<Mapping | undefined> =>
  (await find(db, crm, partner).forUpdate().executeTakeFirst()) as Mapping | undefined;

export const saveMapping = async (
  db: OrgDb,
  mapping: Mapping & { last_updated_by: string; last_update_time: Date },
): Promise<void> => {
  const { crm, partner, ...rest } = mapping;
  const columns = { ...rest, fields: JSON.stringify(mapping.fields) };
  await db
    .insertInto('cosell_mapping', { crm, partner, ...columns })
    .onConflict((conflict) => conflict.columns(['org_id', 'crm', 'partner']).doUpdateSet(columns))
    .execute();
};
