import { facts, say, sayTime, section, table, text } from '../../../adapters/documents/write-blocks.ts';
import type { Block, WrittenDocument } from '../../../adapters/documents/written.ts';
import { chargeDayOf } from '../../../contract/reference/charge-day.ts';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big, big } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import type { Entitlement, EntitlementInfoDocument } from '../entitlement.ts';
import type { Parties, ShownTerm } from './store.ts';

type Dimension = NonNullable<EntitlementInfoDocument['billableDimensions']>[number];
type Installment = NonNullable<EntitlementInfoDocument['paymentInstallments']>[number];
type Document = Readonly<Record<string, unknown>>;

const unitNames = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const;

const sayPeriod = ({
  length,
  timeUnit,
}: {
  length?: number | undefined;
  timeUnit?: keyof typeof unitNames | undefined;
}) => {
  if (!timeUnit) return '';
  const count = length ?? 1;
  return `${count} ${unitNames[timeUnit]}${count === 1 ? '' : 's'}`;
};

const monthly = (months: number | undefined): string => (months ? `${months} months` : '');

const listOf = (value: unknown): Document[] => (Array.isArray(value) ? (value as Document[]) : []);

/** A part of 1 in percent. */
const sayShare = (rate: unknown): string =>
  `${say(
    big(rate === undefined ? 0 : isRawNumber(rate) ? rate.rawJSON : (rate as number))
      .times(100)
      .toFixed(),
  )} %`;

/** The ranges of tiers: each begins where the one before ends, and the last one has no end. */
const rangesOf = (tiers: readonly Document[]): string[] =>
  tiers.map(({ lastUnit }, index) => {
    const from = `above ${say(tiers[index - 1]?.lastUnit ?? 0)}`;
    return index === tiers.length - 1 ? from : `${from} up to ${say(lastUnit)}`;
  });

const sayFee = (fee: unknown): string => (fee === undefined ? '' : ` + ${say(fee)} once`);

/** The prices of a dimension, one line for each. */
const pricesOf = (dimension: Dimension): string[] => {
  const model = (name: keyof Dimension): Document => (dimension[name] ?? {}) as Document;
  switch (dimension.category) {
    case 'basic':
      return [`${say(model('priceModelBasic').unitAmount)} per unit`];
    case 'bulk': {
      const { bulkAmount, bulkSize } = model('priceModelBulk');
      return [`${say(bulkAmount)} for each started ${say(bulkSize)} units`];
    }
    case 'percentage': {
      const { percentageRate, flatFee } = model('priceModelPercentage');
      return [`${sayShare(percentageRate)} of the quantity${sayFee(flatFee)}`];
    }
    case 'tiered': {
      const tiers = listOf(model('priceModelTiered').tiers);
      return rangesOf(tiers).map(
        (range, index) => `${range}: ${say(tiers[index]?.unitAmount ?? 0)} per unit${sayFee(tiers[index]?.flatFee)}`,
      );
    }
    case 'tiered-percentage': {
      const tiers = listOf(model('priceModelTieredPercentage').tiers);
      return rangesOf(tiers).map(
        (range, index) => `${range}: ${sayShare(tiers[index]?.percentageRate)}${sayFee(tiers[index]?.flatFee)}`,
      );
    }
    case 'volume':
      return listOf(model('priceModelVolume').tiers).map(
        (tier, index, tiers) =>
          `${index === tiers.length - 1 ? 'any other total' : `a total up to ${say(tier.maximumUnits)}`}: ` +
          `${say(tier.unitAmount)} per unit${sayFee(tier.flatFee)}`,
      );
    case 'matrix':
      return [
        ...listOf(model('priceModelMatrix').matrix).map((group) => {
          const properties = listOf(group.properties).map(({ name, value }) => `${name} = ${value}`);
          return `${properties.join(', ')}: ${say(group.unitAmount)} per unit`;
        }),
        `otherwise: ${say(model('priceModelMatrix').defaultUnitAmount)} per unit`,
      ];
    case undefined:
      return [];
  }
};

const conditionsOf = ({ discount, minimumCommit }: Dimension): string[] => [
  ...(discount === undefined
    ? []
    : [
        `discount: ${say((discount as Document).value)}${(discount as Document).discountType === 'PERCENTAGE' ? ' %' : ''}`,
      ]),
  ...(minimumCommit === undefined ? [] : [`at least ${say(minimumCommit)}`]),
];

/** The day on which it is charged, as the marketplace is told; any other text as the seller wrote it. */
const dayOf = (one: Installment): string => chargeDayOf(one) ?? one.chargeOn ?? one.chargeOnStr ?? '';

/** Every instalment in chronological order, with the total. */
const schedule = (installments: readonly Installment[], currency: string | undefined): string[][] => {
  const digits = minorDigitsOf(currency);
  const amounts = installments.map(({ amount }) => amount ?? 0);
  const total = amounts.reduce<Big>(
    (sum, amount) => sum.plus(isRawNumber(amount) ? amount.rawJSON : (amount as number)),
    new Big(0),
  );
  const rows = installments
    .toSorted((left, right) => (dayOf(left) < dayOf(right) ? -1 : dayOf(left) > dayOf(right) ? 1 : 0))
    .map((one, index) => [String(index + 1), dayOf(one) || 'on acceptance', say(one.amount, digits)]);
  return rows.length === 0 ? [] : [...rows, ['', 'Total', say(total.toFixed(), digits)]];
};

const termNames: Readonly<Record<ShownTerm['type'], string>> = {
  Signup: 'First term',
  AutoRenew: 'Automatic renewal',
  ManualRenew: 'Renewal',
  PlanChange: 'Change of plan',
  QuantityChange: 'Change of quantity',
  DivideCommit: 'Part of the commit',
};

const addressOf = (company: Document): string =>
  ['addressLine1', 'addressLine2', 'postalCode', 'city', 'state', 'country']
    .map((name) => company[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');

/** What the document is made of. */
export type Agreement = { orgId: string; entitlement: Entitlement; parties: Parties; terms: readonly ShownTerm[] };

/**
 * The agreement of an entitlement as a document for people, from what this service knows of it. Pure, and without the
 * time at which it is read: the same agreement makes the same document.
 */
export const writeAgreement = ({ orgId, entitlement, parties, terms }: Agreement): WrittenDocument => {
  const { info } = entitlement;
  const { currency } = info;
  const digits = minorDigitsOf(currency);
  const money = (amount: JsonNumber | string | undefined): string =>
    amount === undefined ? '' : `${say(amount, digits)} ${currency ?? ''}`.trim();
  const company = (parties.buyerInfo?.companyInfo ?? {}) as Document;
  const commits = info.commits ?? [];
  const dimensions = info.dimensions ?? [];
  const billable = info.billableDimensions ?? [];
  const pending = info.pendingPriceModel;
  const billableRows = (list: readonly Dimension[]): string[][] =>
    list.map((one) => [
      one.name ?? one.billableMetricId ?? '',
      [...pricesOf(one), ...conditionsOf(one)].join('\n'),
      sayPeriod(one),
    ]);
  const commitRows = (list: typeof commits): string[][] =>
    list.map((one) => [
      [one.name ?? one.key ?? '', one.description ?? ''].filter((part) => part !== '').join('\n'),
      say(one.quantity),
      sayPeriod(one),
      say(one.rate, digits),
    ]);
  const number = { width: 1.4, isNumber: true };
  const commitColumns = [
    { title: 'Bought for a period', width: 4 },
    { title: 'Quantity', ...number },
    { title: 'For', width: 1.4 },
    { title: `Price ${currency ?? ''}`.trim(), ...number },
  ];
  const billableColumns = [
    { title: 'Usage', width: 2.4 },
    { title: `Price ${currency ?? ''}`.trim(), width: 4 },
    { title: 'For', width: 1.2 },
  ];
  const blocks: Block[] = [
    facts(
      ['Entitlement', encodeId('ent', entitlement.id)],
      ['Agreement', entitlement.external_id],
      ['Marketplace or provider', entitlement.partner],
      ['Status', entitlement.status],
      ['Begins', entitlement.start_time && sayTime(entitlement.start_time, '')],
      ['Ends', sayTime(entitlement.end_time, 'open-ended')],
      ['Renews automatically', info.autoRenew === undefined ? '' : info.autoRenew ? 'yes' : 'no'],
      ['As recorded on', sayTime(entitlement.last_update_time, '')],
    ),
    ...section(
      'Parties',
      facts(
        ['Seller', parties.seller],
        ['Seller account', entitlement.partner_id],
        ['Buyer', parties.buyer],
        ['Company', typeof company.name === 'string' && company.name !== parties.buyer ? company.name : ''],
        ['Address', addressOf(company)],
        ['Buyer account', parties.buyerAccount ?? entitlement.external_buyer_id],
      ),
    ),
    ...section(
      'Subject',
      facts(
        ['Product', parties.product],
        ['Product at the marketplace', entitlement.external_product_id],
        ['Offer', parties.offer],
        ['Currency', currency],
        ['Total commit', money(info.commitAmount)],
      ),
    ),
    ...section(
      'Terms',
      table(
        [
          { title: 'Term', width: 2.4 },
          { title: 'From', width: 2.4 },
          { title: 'Until', width: 2.4 },
          { title: `Commit ${currency ?? ''}`.trim(), width: 1.8, isNumber: true },
          { title: `Credit ${currency ?? ''}`.trim(), width: 1.8, isNumber: true },
        ],
        terms.map((term) => [
          termNames[term.type] ?? term.type,
          sayTime(term.start_time, ''),
          sayTime(term.end_time, 'open-ended'),
          term.parent_term_id === null ? say(term.commit_amount, digits) : '',
          big(term.credit_amount).eq(0) ? '' : say(term.credit_amount, digits),
        ]),
      ),
    ),
    ...section('Commits', table(commitColumns, commitRows(commits))),
    ...section(
      'Usage',
      table(
        [
          { title: 'Dimension', width: 4 },
          { title: 'Key', width: 2.6 },
          { title: `Rate per unit ${currency ?? ''}`.trim(), width: 2, isNumber: true },
        ],
        dimensions.map((one) => [
          [one.name ?? '', one.description ?? ''].filter((part) => part !== '').join('\n'),
          one.key ?? '',
          say(one.rate),
        ]),
      ),
      text(
        info.dimensionsOversized ? 'Only the first 50 dimensions are listed; the listing of the product has all.' : '',
      ),
      table(billableColumns, billableRows(billable)),
    ),
    ...(pending
      ? section(
          `Prices from ${(pending.applyTime ?? '').slice(0, 16).replace('T', ' ')} UTC`,
          table(commitColumns, commitRows(pending.commits ?? [])),
          table(billableColumns, billableRows(pending.billableDimensions ?? [])),
        )
      : []),
    ...section(
      'Schedule of payments',
      table(
        [
          { title: 'No.', width: 0.6 },
          { title: 'Charged on', width: 3 },
          { title: `Amount ${currency ?? ''}`.trim(), width: 2, isNumber: true },
        ],
        schedule(info.paymentInstallments ?? [], currency),
      ),
      facts(
        ['Billing interval', monthly(info.billingIntervalInMonths)],
        ['Billing interval of commits', monthly(info.commitBillingIntervalInMonths)],
        ['Billing interval of usage', monthly(info.usageBillingIntervalInMonths)],
        ['Parts of an interval', info.proratedBilling === false ? 'at the whole price' : ''],
        ['Charged', info.paymentSchedule === 'PREPAY' ? 'in advance' : info.paymentSchedule ? 'in arrears' : ''],
        ['Due', info.netTermsInDays === undefined ? '' : `${info.netTermsInDays} days after the invoice`],
      ),
    ),
    ...section(
      'Addons',
      table(
        [
          { title: 'Addon', width: 4 },
          { title: 'Charged on', width: 2 },
          { title: `Amount ${currency ?? ''}`.trim(), width: 2, isNumber: true },
        ],
        (info.addons ?? []).map((one) => [
          [one.name ?? '', one.description ?? ''].filter((part) => part !== '').join('\n'),
          dayOf({ chargeOn: one.chargeOn }),
          say(one.amount, digits),
        ]),
      ),
    ),
    ...section('Legal terms', facts(['Type', info.eulaType], ['Address', info.eulaUrl])),
    ...section('Refunds and cancellation', text(info.refundCancellationPolicy)),
    ...section('Notes of the seller', text(info.sellerNotes)),
    ...section(
      'About this document',
      text(
        'Made by the service from its record of the agreement. The agreement itself is kept by its marketplace or provider.',
      ),
    ),
  ];
  return {
    title: `Agreement: ${entitlement.name}`,
    footer: `${encodeId('ent', entitlement.id)} · ${encodeId('org', orgId)}`,
    blocks,
  };
};
