/** Files of billing events like those of a seller with a few hundred offers. */
import { billingEventFeed } from '../simulators/aws/feeds/columns.ts';

/** The columns of a file. */
export const columns = [...billingEventFeed.columns, 'offer_id'];

const dayMs = 86_400_000;
const firstDay = Date.parse('2024-11-01T00:00:00Z');
const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Rows for each invoice. */
export const rowsOfInvoice = 5;

/** The rows of an invoice: what was billed, AWS' fee, the tax that it remits, and their payout. */
const rowsOf = (file: number, index: number): Record<string, string>[] => {
  const invoice = `${file}${String(index).padStart(6, '0')}`;
  const time = firstDay + file * 30 * dayMs + (index % 28) * dayMs;
  const payout = `payout-${file}`;
  const amount = `${100 + ((file * 7919 + index * 104_729) % 90_000)}.${10 + (index % 90)}`;
  const fee = (Number(amount) * -0.03).toFixed(2);
  const common = {
    valid_from: iso(time),
    insert_date: iso(time + dayMs),
    update_date: iso(time + dayMs),
    from_account_id: '111122223333',
    to_account_id: '999988887777',
    end_user_account_id: '111122223333',
    product_id: `prod-${index % 2}`,
    currency: 'USD',
    invoice_id: invoice,
    transaction_reference_id: invoice,
    buyer_transaction_reference_id: invoice,
    broker_id: 'AWS_INC',
    offer_id: `offer-${index % 500}`,
    agreement_id: `agmt-${index % 2000}`,
    usage_period_start_date: iso(time - 30 * dayMs),
    usage_period_end_date: iso(time),
    payment_due_date: iso(time + 30 * dayMs),
    invoice_date: iso(time),
  };
  const event = (id: string, more: Record<string, string>): Record<string, string> => ({
    ...common,
    billing_event_id: `${invoice}-${id}`,
    ...more,
  });
  const paid = { action: 'DISBURSED', balance_impacting: '0', disbursement_billing_event_id: payout };
  return [
    event('sale', { action: 'INVOICED', transaction_type: 'SELLER_REV_SHARE', amount, balance_impacting: '1' }),
    event('fee', { action: 'INVOICED', transaction_type: 'AWS_REV_SHARE', amount: fee, balance_impacting: '1' }),
    event('tax', { action: 'INVOICED', transaction_type: 'AWS_TAX_SHARE', amount: '8.25', balance_impacting: '0' }),
    event('sale-paid', { ...paid, transaction_type: 'SELLER_REV_SHARE', amount: `-${amount}` }),
    event('fee-paid', { ...paid, transaction_type: 'AWS_REV_SHARE', amount: fee.slice(1) }),
  ];
};

/** The text of a file: five rows for each invoice. */
export const fileOf = (file: number, invoices: number): string => {
  const rows = Array.from({ length: invoices }, (_, index) => rowsOf(file, index)).flat();
  return `${columns.join(',')}\n${rows.map((row) => columns.map((name) => row[name] ?? '').join(',')).join('\n')}\n`;
};
