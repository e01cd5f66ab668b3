import { type Generated, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type DimensionMapping, mappingOf, type UsageMeteringConfig } from './usage-metering-config.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    usage_metering_config: Omit<
      UsageMeteringConfig,
      'partner' | 'version' | 'dimension_mapping' | 'dimension_mapping_v2'
    > & {
      org_id: string;
      partner: string;
      dimension_mapping: object | string;
      dimension_mapping_v2: object | string;
      version: Generated<number>;
    };
  }
}

const columns = [
  'usage_metering_config.partner',
  'usage_metering_config.enable_dimension_mapping',
  'usage_metering_config.dimension_mapping',
  'usage_metering_config.dimension_mapping_v2',
  'usage_metering_config.last_update_time',
  'usage_metering_config.version',
] as const;

/** At most one for each marketplace; one without a row has the standard settings. */
export const findConfigs = async (db: OrgDb): Promise<UsageMeteringConfig[]> =>
  (await db.selectFrom('usage_metering_config').select(columns).execute()) as UsageMeteringConfig[];

/** Creates the rows that do not exist yet, and locks them in order, so that two changes never deadlock. */
export const lockConfigs = async (
  db: OrgDb,
  partners: readonly string[],
  now: Date,
): Promise<UsageMeteringConfig[]> => {
  await sql`
    insert into usage_metering_config (org_id, partner, last_update_time)
    values (${db.orgId}, unnest(${[...partners].sort()}::text[]), ${now})
    on conflict (org_id, partner) do nothing
  `.execute(db.raw);
  return (await db
    .selectFrom('usage_metering_config')
    .select(columns)
    .orderBy('partner')
    .forUpdate()
    .execute()) as UsageMeteringConfig[];
};

export const updateConfig = async (db: OrgDb, { partner, ...config }: UsageMeteringConfig): Promise<void> => {
  await db
    .updateTable('usage_metering_config')
    .set({
      ...config,
      dimension_mapping: JSON.stringify(config.dimension_mapping),
      dimension_mapping_v2: JSON.stringify(config.dimension_mapping_v2),
    })
    .where('usage_metering_config.partner', '=', partner)
    .execute();
};

/** The mappings in force, by partner. */
export const findMappings = async (db: OrgDb): Promise<Map<string, DimensionMapping>> =>
  new Map(
    (await findConfigs(db)).flatMap((config) =>
      config.enable_dimension_mapping ? [[config.partner, mappingOf(config)] as const] : [],
    ),
  );
