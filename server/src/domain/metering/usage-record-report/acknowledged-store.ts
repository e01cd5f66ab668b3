import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';

/** What was submitted for a dimension in a month, by the price that its rows had. */
export type AcknowledgedRow = {
  entitlement_id: string;
  /** `YYYY-MM` in the marketplace's time zone. */
  month: string;
  dimension: string;
  unit_price: Decimal | null;
  /** Units that the marketplace has acknowledged. */
  quantity: Decimal;
  /** Units that it may have counted, or that are still to be sent. */
  open: Decimal;
  included: Decimal;
  /** What credit and commit paid. */
  paid: Decimal;
  /** Units that were computed only, as another tool submits them. */
  computed: Decimal;
};

/** What the reports of entitlements since an hour add up to. Test usage is left out. */
export const sumAcknowledged = async (
  db: OrgDb,
  { entitlementIds, since, zone }: { entitlementIds: readonly string[]; since: Date; zone: string },
): Promise<AcknowledgedRow[]> => {
  const { rows } = await sql<AcknowledgedRow>`
    select r.entitlement_id, to_char(r.told_time at time zone ${zone}, 'YYYY-MM') as month, r.dimension, r.unit_price,
      trim_scale(coalesce(sum(r.quantity) filter (where r.state = 'SUCCESS'), 0)) as quantity,
      trim_scale(coalesce(sum(r.quantity) filter (where r.state in ('CREATED', 'REPORT_PENDING')), 0)) as open,
      trim_scale(coalesce(sum(r.included) filter (where r.state = 'SUCCESS'), 0)) as included,
      trim_scale(coalesce(sum(r.credit_amount + r.commit_amount) filter (where r.state = 'SUCCESS'), 0)) as paid,
      trim_scale(coalesce(sum(r.quantity) filter (where r.kind = 'SHADOW'), 0)) as computed
    from usage_report_row r
    where r.org_id = ${db.orgId} and r.entitlement_id = any(${entitlementIds as string[]}::uuid[]) and r.hour >= ${since}
      and r.kind in ('LIVE', 'SHADOW')
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  `.execute(db.raw);
  return rows;
};
