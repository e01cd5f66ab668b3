import { Big, type Decimal } from '../../../kit/decimal.ts';
import { isCurrency, readAmount } from '../amounts.ts';
import type { FeedRow, MoneyKind, MoneyLine, MoneyReferences, MoneyStage } from '../port.ts';
import { dateOf, textOf, unreadable, without } from './row-values.ts';

/** A billing event by column, with what it is about read. */
type BillingEvent = {
  row: FeedRow;
  id: string;
  action: string;
  type: string;
  amount: Big;
  currency: string;
  isBalanceImpacting: boolean;
};

const readEvent = (row: FeedRow): BillingEvent => {
  const required = (name: string): string => {
    const text = textOf(row, name);
    if (text === undefined) throw unreadable(row, `${name} is empty`);
    return text;
  };
  const amount = readAmount(required('amount'));
  const currency = required('currency');
  const impact = required('balance_impacting');
  if (amount === null) throw unreadable(row, 'amount is not an amount');
  if (!isCurrency(currency)) throw unreadable(row, 'currency is not a currency');
  if (impact !== '0' && impact !== '1') throw unreadable(row, 'balance_impacting is not 0 or 1');
  return {
    row,
    id: required('billing_event_id'),
    action: required('action'),
    type: required('transaction_type'),
    amount: new Big(amount),
    currency,
    isBalanceImpacting: impact === '1',
  };
};

/** Traces that AWS' own queries take for none. */
const placeholderTraces = new Set(['EMEA_MP_TEST_TRACE_ID', 'testTraceId']);

const traceOf = (row: FeedRow): string | undefined => {
  const trace = textOf(row, 'bank_trace_id');
  return trace !== undefined && placeholderTraces.has(trace) ? undefined : trace;
};

/**
 * The record of a sale: its reference at AWS, and the agreement if the row names one, as an invoice may hold several.
 * AWS' own queries group by `buyer_transaction_reference_id` and agreement, too: the fee and a channel partner's cost may be on separate
 * invoices, with another `transaction_reference_id`, which is the same in a direct sale of AWS Inc.
 * Those queries also distinguish end users and periods; we treat them as parts of one sale, and a corrected period does not move a row. Rows from before that column was added have only `transaction_reference_id`, or only an invoice. What has
 * none of them (a balance adjustment) is a record by itself, together with the rows that name it as their parent.
 */
const recordOf = (row: FeedRow): string => {
  const reference =
    textOf(row, 'buyer_transaction_reference_id') ??
    textOf(row, 'transaction_reference_id') ??
    textOf(row, 'invoice_id');
  if (reference === undefined) {
    return `event/${textOf(row, 'parent_billing_event_id') ?? textOf(row, 'billing_event_id')}`;
  }
  const agreement = textOf(row, 'agreement_id');
  return agreement === undefined ? reference : `${reference}/${agreement}`;
};

type Meaning = { kind: MoneyKind; nature: MoneyLine['nature']; isUnknown?: true };

const returned = /_(REFUND|CREDIT)$/;

const natureOf = (type: string): Meaning['nature'] => {
  const [, word] = returned.exec(type) ?? [];
  if (word === undefined) return 'PLAIN';
  return word === 'CREDIT' ? 'CREDIT' : 'RETURN';
};

/** Whether a row is of the invoice of a manufacturer to a channel partner; only newer files say so. */
const isOfResale = (row: FeedRow): boolean =>
  textOf(row, 'invoice_variant') === 'RESALE' || textOf(row, 'charge_variant') === 'RESALE';

/**
 * The meaning of an amount. `owed` is its effect on what AWS owes the seller when it was invoiced; null: AWS shows it for information only.
 * A channel partner's cost is a share of a separate type with the sign of its effect (in the page's
 * example of a seller of record, −80 to the manufacturer), because a row does not name the seller's account; newer files do, in
 * `charge_side` of a resale. Tax of the wholesale price is part of that cost, whoever remits it: AWS' newer queries keep
 * AWS_TAX_SHARE of a resale invoice apart from tax of the fee ("paid by Reseller to AWS"), and comment OTHER_SELLER_TAX_SHARE, which no page
 * names, as "disbursed to a different seller to pay" and deducted from what this one gets. A disbursed row of that sign may also reverse what was paid of an invoice that was forgiven later: it changes what is disbursed by the same amount.
 */
const meaningOf = ({ row, type }: BillingEvent, owed: Big | null): Meaning | null => {
  const nature = natureOf(type);
  const base = type.replace(returned, '');
  // AWS collects tax of its fee from the seller; tax of the sale is remitted by it, and does not touch the balance.
  if (base === 'AWS_TAX_SHARE') return { kind: !owed ? 'PARTNER_TAX' : isOfResale(row) ? 'COST' : 'FEE', nature };
  if (!owed) return null;
  if (base === 'OTHER_SELLER_TAX_SHARE') return { kind: 'COST', nature };
  if (base === 'AWS_REV_SHARE') return { kind: 'FEE', nature };
  if (base === 'SELLER_REV_SHARE' || base === 'SELLER_TAX_SHARE') {
    const isCost =
      textOf(row, 'charge_variant') === 'RESALE'
        ? textOf(row, 'charge_side') === 'BUYING'
        : owed.times(nature === 'PLAIN' ? 1 : -1).lt(0);
    if (isCost) return { kind: 'COST', nature };
    return { kind: base === 'SELLER_REV_SHARE' ? 'REVENUE' : 'TAX', nature };
  }
  return { kind: 'ADJUSTMENT', nature, ...(base === 'BALANCE_ADJUSTMENT' ? {} : { isUnknown: true as const }) };
};

const knownActions = new Set(['INVOICED', 'FORGIVEN', 'DISBURSED']);

type Statement = { stage: MoneyStage; amount: Big; meaning: Meaning };

/** What a row states of a sale or of the balance; null: nothing that changes what anyone gets. */
const statementOf = (event: BillingEvent): Statement | null => {
  const { action, type, amount, isBalanceImpacting } = event;
  const negated = amount.times(-1);
  // Mirrors what it pays, with the opposite sign. AWS comments in its newer queries that `balance_impacting` is always 0 in
  // these rows "even though all action=DISBURSED records actually _do_ impact the balance", and the page names the payout
  // only of SELLER_… and AWS_REV_…: an adjustment, or tax of the fee, has neither flag nor payout.
  if (action === 'DISBURSED') {
    const meaning = meaningOf(event, negated);
    return meaning && { stage: 'DISBURSED', amount: negated, meaning };
  }
  // The page also knows an invoiced row of this type that negates its parent; its payout is named (not confirmed).
  if (action === 'INVOICED' && type === 'DISBURSEMENT') {
    const meaning: Meaning = { kind: 'ADJUSTMENT', nature: 'PLAIN', isUnknown: true };
    return { stage: 'DISBURSED', amount: negated, meaning };
  }
  const isForgiven = action === 'FORGIVEN';
  const meaning = meaningOf(event, isBalanceImpacting ? (isForgiven ? negated : amount) : null);
  if (!meaning) return null;
  if (isForgiven || action === 'INVOICED') return { stage: isForgiven ? 'FORGIVEN' : 'BILLED', amount, meaning };
  // That the buyer has paid, with the amounts that were invoiced (AWS' newer queries, `collection_date`; on no page). The
  // balance is of invoiced and forgiven rows ("Billing event data feed", the query of it), whatever the flag of these says.
  if (action === 'COLLECTED') return null;
  // An action of the future that changes the balance.
  if (!isBalanceImpacting) return null;
  return { stage: 'BILLED', amount, meaning: { kind: 'ADJUSTMENT', nature: 'PLAIN', isUnknown: true } };
};

/** The time of a row: when it was invoiced, or else when it happened, for which AWS has `action_date` in newer files. */
const timeOf = (row: FeedRow, isInvoice: boolean): Date => {
  const time = isInvoice ? dateOf(row, 'invoice_date') : dateOf(row, 'action_date');
  const found = time ?? dateOf(row, 'valid_from');
  if (found) return found;
  throw unreadable(row, 'valid_from is empty');
};

const exact = (amount: Big): Decimal => (amount.eq(0) ? '0' : amount.toFixed());

/**
 * The amount of a row in the currency in which the seller is paid, if that is not the currency of the offer; undefined: it is, or the row does
 * not say. `disbursement_amount` and `disbursement_currency` are on no page: AWS' newer queries read them beside `amount` and
 * `currency` ("Pricing: […] the price on the offer", "Disbursement: […] the currency that the seller is disbursed in"), and add up each
 * currency by itself. A row whose amount is never paid out has none. As no page says what else they may hold, a text that is no
 * amount or currency says nothing, and stops no file. A conversion does not change the sign.
 */
const inPaidCurrency = ({ row, currency }: BillingEvent, signed: Big): MoneyLine['paid'] => {
  const paidIn = textOf(row, 'disbursement_currency');
  const paid = readAmount(textOf(row, 'disbursement_amount') ?? '');
  if (paidIn === undefined || paidIn === currency || !isCurrency(paidIn) || paid === null) return undefined;
  const size = new Big(paid).abs();
  return { amount: exact(signed.lt(0) ? size.times(-1) : size), currency: paidIn };
};

/** A transfer to the bank, in the currency that the bank receives. */
const payoutLine = (event: BillingEvent): MoneyLine => {
  const { row, id, type } = event;
  const hasFailed = type === 'DISBURSEMENT_FAILURE';
  const payout = hasFailed ? textOf(row, 'parent_billing_event_id') : id;
  if (payout === undefined) throw unreadable(row, 'a failed payout does not name its payout');
  // The page does not say which sign a failed payout has.
  const signed = hasFailed ? event.amount.abs().times(-1) : event.amount;
  const { amount, currency } = inPaidCurrency(event, signed) ?? { amount: exact(signed), currency: event.currency };
  return {
    recordId: null,
    stage: 'DISBURSED',
    kind: 'PAYOUT',
    nature: hasFailed ? 'FAILED' : 'PLAIN',
    amount,
    currency,
    time: timeOf(row, true),
    references: without({ payout, failure: hasFailed ? id : undefined, trace: traceOf(row) }),
  };
};

const buyerOf = (row: FeedRow, { kind, nature }: Meaning): string | undefined => {
  const isOfBuyer = nature === 'PLAIN' && (kind === 'REVENUE' || kind === 'TAX');
  return textOf(row, 'end_user_account_id') ?? (isOfBuyer ? textOf(row, 'from_account_id') : undefined);
};

const referencesOf = (row: FeedRow, type: string, meaning: Meaning): MoneyReferences =>
  without({
    product: textOf(row, 'product_id'),
    offer: textOf(row, 'offer_id'),
    agreement: textOf(row, 'agreement_id'),
    buyer: buyerOf(row, meaning),
    invoice: textOf(row, 'invoice_id'),
    payout: textOf(row, 'disbursement_billing_event_id'),
    trace: traceOf(row),
    partnerType: meaning.isUnknown ? type : undefined,
  });

/**
 * The line of a billing event (Seller Guide, "Billing event data feed": the table of actions and types, the examples of a
 * seller of record and of a manufacturer, and the sample queries):
 *
 * - INVOICED is billed. FORGIVEN reverses an invoiced row. DISBURSED mirrors what it pays with the opposite sign.
 * - DISBURSEMENT is a payout. DISBURSEMENT_FAILURE says that its parent failed; what names that payout, or the failure
 *   itself, as its disbursement no longer counts (`failedPayouts`): the page's example leaves the rows of the payout out,
 *   while AWS' newer queries know rows that reverse them. Without both, either way amounts to nothing.
 * - Amounts for information only state nothing, except the tax that AWS remits.
 * - A type that is not known is an adjustment if it changes the balance, with its name.
 */
export const translateBillingEvent = (row: FeedRow): MoneyLine[] => {
  const event = readEvent(row);
  const { action, type, currency } = event;
  if (type === 'DISBURSEMENT_FAILURE' || (type === 'DISBURSEMENT' && action === 'DISBURSED'))
    return [payoutLine(event)];
  const statement = statementOf(event);
  if (!statement) return [];
  const { stage, amount, meaning } = statement;
  return [
    {
      recordId: recordOf(row),
      stage,
      kind: meaning.kind,
      nature: meaning.nature,
      amount: exact(amount),
      currency,
      time: timeOf(row, action === 'INVOICED' && stage === 'BILLED'),
      ...without({
        dueTime: dateOf(row, 'payment_due_date'),
        periodStart: dateOf(row, 'usage_period_start_date'),
        periodEnd: dateOf(row, 'usage_period_end_date'),
        paid: stage === 'DISBURSED' ? inPaidCurrency(event, amount) : undefined,
      }),
      references: referencesOf(row, knownActions.has(action) ? type : `${action} ${type}`, meaning),
    },
  ];
};
