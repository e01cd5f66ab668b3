import type { OrgDb } from '../../../db/org-db.ts';
import type { Prices, PricesFrom } from './price-model.ts';

type PriceModelRow = { org_id: string; entitlement_id: string; apply_time: Date; prices: Prices | string };

declare module '../../../db/tables.ts' {
  interface Tables {
    entitlement_price_model: PriceModelRow;
  }
}

/** Records from when on prices apply, replacing those of the same instant. */
export const savePrices = async (
  db: OrgDb,
  entitlementId: string,
  { applyTime, prices }: PricesFrom,
): Promise<void> => {
  const row = { entitlement_id: entitlementId, apply_time: applyTime, prices: JSON.stringify(prices) };
  await db
    .insertInto('entitlement_price_model', row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'entitlement_id', 'apply_time']).doUpdateSet({ prices: row.prices }),
    )
    .execute();
};

/** All prices that an entitlement has had, in chronological order; empty if they never changed. */
export const findPrices = async (db: OrgDb, entitlementId: string): Promise<PricesFrom[]> => {
  const rows = (await db
    .selectFrom('entitlement_price_model')
    .select(['entitlement_price_model.apply_time', 'entitlement_price_model.prices'])
    .where('entitlement_price_model.entitlement_id', '=', entitlementId)
    .orderBy('entitlement_price_model.apply_time')
    .execute()) as { apply_time: Date; prices: Prices }[];
  return rows.map(({ apply_time: applyTime, prices }) => ({ applyTime, prices }));
};
