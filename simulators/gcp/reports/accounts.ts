import { createHash } from 'node:crypto';
import { part } from '../producer/offer-content.ts';
import type { BuyerAccount, GcpReader } from '../state.ts';

const obscure = (salt: string, billingAccount: string): string =>
  createHash('sha256').update(`${salt}:${billingAccount}`).digest('hex').slice(0, 32);

/** The Account Id of Charges and Usage, and the `c_u_account_id` of Detailed Disbursements. */
export const chargesAccountId = (billingAccount: string): string => obscure('charges', billingAccount);

/** The Insights Account Id of Charges and Usage, and the `external_account_id` of Customer Insights. */
export const insightsAccountId = (billingAccount: string): string => obscure('insights', billingAccount);

/** The name of the customer, known from a private offer made to it; `n/a` otherwise, as for personal accounts. */
export const companyOf = (
  reader: GcpReader,
  { sellerId, billingAccount }: Pick<BuyerAccount, 'sellerId' | 'billingAccount'>,
) => {
  const offer = reader
    .list('privateOffers')
    .find(
      (row) =>
        row.sellerId === sellerId &&
        part(row.content.customer).targetBillingAccount === `billingAccounts/${billingAccount}`,
    );
  const customer = part(offer?.content.customer);
  return {
    company: String(customer.entityTitle ?? 'n/a'),
    domain:
      String(customer.email ?? 'n/a')
        .split('@')
        .at(-1) ?? 'n/a',
  };
};
