import { sql } from 'kysely';
import { z } from 'zod';
import type { OrgDb } from '../db/org-db.ts';
import { type Decimal, decimalToJson } from '../kit/decimal.ts';
import { exactNumber } from './shapes.ts';

/** What the revenue records of an entitlement or a buyer add up to in one currency (decision 0190). */
export type OwnerAmounts = {
  currency: string;
  gross: Decimal;
  invoiced: Decimal;
  collectable: Decimal;
  disbursed: Decimal;
};

/** The four amounts of the reference. */
export const amountMembers = {
  grossAmount: exactNumber,
  invoicedAmount: exactNumber,
  collectableAmount: exactNumber,
  disbursedAmount: exactNumber,
};

export const AmountsOfCurrency = z
  .strictObject({ currency: z.string(), ...amountMembers })
  .meta({ id: 'AmountsOfCurrency' });

/** The amounts of the row with this id, by currency, in the order of the codes; as texts, so that every digit stays. */
export const amountsOf = (db: OrgDb, id: 'entitlement.id' | 'buyer.id') =>
  sql<OwnerAmounts[]>`coalesce((
    select json_agg(json_build_object('currency', a.currency, 'gross', a.gross::text, 'invoiced', a.invoiced::text,
      'collectable', a.collectable::text, 'disbursed', a.disbursed::text) order by a.currency)
    from (
      select t.currency, trim_scale(sum(t.gross)) as gross, trim_scale(sum(t.invoiced)) as invoiced,
        trim_scale(sum(t.collectable)) as collectable, trim_scale(sum(t.disbursed)) as disbursed
      from revenue_owner_total t where t.org_id = ${db.orgId} and t.owner_id = ${sql.ref(id)}
      group by t.currency having sum(t.records) > 0
    ) as a
  ), '[]'::json)`.as('amounts');

const viewAmounts = ({ gross, invoiced, collectable, disbursed }: OwnerAmounts) => ({
  grossAmount: decimalToJson(gross),
  invoicedAmount: decimalToJson(invoiced),
  collectableAmount: decimalToJson(collectable),
  disbursedAmount: decimalToJson(disbursed),
});

/**
 * The members of `info` that state amounts. The four of the reference name no currency: they are those of `currency`, the
 * entitlement's or the buyer's own, or of the only one if it has none. Amounts of different currencies are never added.
 */
export const showAmounts = (amounts: readonly OwnerAmounts[], currency: string | undefined) => {
  if (amounts.length === 0) return {};
  const own = currency ? amounts.find((one) => one.currency === currency) : amounts.length === 1 && amounts[0];
  return {
    ...(own ? viewAmounts(own) : {}),
    amountsByCurrency: amounts.map((one) => ({ currency: one.currency, ...viewAmounts(one) })),
  };
};
