import type { OrgDb } from '../../../../db/org-db.ts';
import type { Decimal } from '../../../../kit/decimal.ts';
import { sumAcknowledged } from '../acknowledged-store.ts';

/**
 * Usage of a dimension in a month, `YYYY-MM`, at one price; `unitPrice` null: not known. `open`: units whose outcome is
 * not known. `included`: units that the price of the plan includes. `paid`: the amount that credit and commit paid.
 * `computed`: units that another tool submits.
 */
export type AcknowledgedUsage = {
  entitlementId: string;
  month: string;
  dimension: string;
  unitPrice: Decimal | null;
  quantity: Decimal;
  open: Decimal;
  included: Decimal;
  paid: Decimal;
  computed: Decimal;
};

/** What marketplaces have acknowledged of the usage since an hour, by the months of a time zone. */
export const loadAcknowledgedUsage = async (
  { db }: { db: OrgDb },
  request: { entitlementIds: readonly string[]; since: Date; zone: string },
): Promise<AcknowledgedUsage[]> =>
  (await sumAcknowledged(db, request)).map(({ entitlement_id, unit_price, ...usage }) => ({
    ...usage,
    entitlementId: entitlement_id,
    unitPrice: unit_price,
  }));
