import type { Row } from '../api/list.ts';
import type { Me } from '../api/me.ts';
import type { LineColumn } from '../forms/lines.tsx';
import { valueAt } from '../nouns/noun.ts';
import { layoutsTexts as texts } from '../texts/layouts.ts';

// The terms of an offer at each marketplace, in the order in which people think of them. Labels, choices, limits and
// descriptions come from the API's document; the marketplace's rules come from its dry run.

/** A field of the request, by its path. */
export type Place = { path: string; label?: string; when?: (draft: Row) => boolean };

export type Layout = {
  /** The kinds of offer, each with the terms that only it has; the first is the default. */
  kinds: Record<string, { label: string; places: readonly Place[] }>;
  /** The buyer, and the seller's contact. */
  parties: readonly Place[];
  /** Deadline, duration and legal terms. */
  terms: readonly Place[];
  /** Billing, besides the lists of prices. */
  pricing: readonly Place[];
  commits: readonly LineColumn[];
  /** The initial values of a new offer. */
  begin?: (me: Me) => Row;
  /** Whether every metered dimension of the product needs a price. */
  pricesEveryMeter: boolean;
  hasPayments: boolean;
  /** The plan whose prices the offer replaces. */
  plan?: {
    path: readonly string[];
    options: (product: Row) => { value: string; label: string }[];
    read: (draft: Row) => string;
    write: (value: string) => unknown;
  };
  /** Paths in faults that refer to a field of this form. */
  meant?: readonly [pattern: RegExp, path: string][];
};

const isCustom = (draft: Row): boolean => valueAt(draft, 'info.eulaType') === 'CUSTOM';
const isDiscount = (draft: Row): boolean =>
  valueAt(draft, 'info.commits') === undefined && valueAt(draft, 'info.dimensions') === undefined;

const legal: readonly Place[] = [
  { path: 'info.eulaType', label: texts.legalTerms },
  { path: 'info.eulaUrl', label: texts.legalAddress, when: isCustom },
];
const until: Place = { path: 'expireTime', label: texts.acceptUntil };
const what: LineColumn = { name: 'key', label: texts.lines.what };
const price: LineColumn = { name: 'rate', label: texts.lines.price, width: 130 };
const quantity: LineColumn = { name: 'quantity', label: texts.lines.quantity, width: 100, placeholder: '1' };

const listAt = (value: unknown, path: string): Row[] => (valueAt(value, path) as Row[] | undefined) ?? [];
const textIn = (value: unknown, path: string): string => String(valueAt(value, path) ?? '');

const aws: Layout = {
  kinds: {
    PRIVATE: { label: texts.kinds.toBuyer, places: [] },
    CPPO: {
      label: texts.kinds.asReseller,
      places: [
        { path: 'info.awsResaleAuthorizationId', label: texts.aws.resaleAuthorization },
        { path: 'info.awsMarkupPercentage', label: texts.aws.markup },
      ],
    },
    CPPO_OUT: {
      label: texts.kinds.authorize,
      places: [
        { path: 'info.awsChannelPartner.accountId', label: texts.aws.resellerAccount },
        { path: 'info.awsChannelPartner.name', label: texts.aws.resellerName },
        { path: 'info.resellerEulaType', label: texts.aws.resellerContract },
        {
          path: 'info.resellerEulaUrl',
          label: texts.aws.resellerContractAddress,
          when: (draft) => valueAt(draft, 'info.resellerEulaType') === 'CUSTOM',
        },
      ],
    },
  },
  parties: [{ path: 'info.buyerAwsAccountIds', label: texts.aws.accounts }],
  terms: [until, { path: 'info.awsAgreementDuration', label: texts.aws.lasts }, ...legal],
  pricing: [{ path: 'info.currency' }],
  commits: [what, price, quantity, { name: 'length', label: texts.lines.months, width: 90 }],
  pricesEveryMeter: true,
  hasPayments: true,
};

const azure: Layout = {
  kinds: { PRIVATE: { label: texts.kinds.toBuyer, places: [] } },
  begin: ({ email }) => ({ azurePrivateOffer: { preparedBy: email } }),
  parties: [
    { path: 'info.azurePrivateOffer.beneficiaries', label: texts.azure.buyers },
    { path: 'info.azurePrivateOffer.preparedBy' },
    { path: 'info.azurePrivateOffer.notificationContacts', label: texts.azure.notified },
  ],
  terms: [
    until,
    { path: 'info.startTime', label: texts.pricesBegin },
    { path: 'endTime', label: texts.pricesEnd },
    ...legal,
  ],
  pricing: [
    {
      path: 'info.discountPercentage',
      label: texts.azure.discount,
      // A discount entered before the prices is refused together with them, so it must be visible to be removed.
      when: (draft) => isDiscount(draft) || valueAt(draft, 'info.discountPercentage') !== undefined,
    },
  ],
  commits: [
    what,
    price,
    { name: 'length', label: texts.lines.months, width: 90 },
    { name: 'type', label: texts.lines.charged, width: 130 },
    { name: 'minimumUsers', label: texts.lines.usersFrom, width: 100 },
    { name: 'maximumUsers', label: texts.lines.usersTo, aria: texts.lines.usersToAria, width: 100 },
  ],
  pricesEveryMeter: false,
  hasPayments: false,
  plan: {
    path: ['info', 'azureOriginalPlan'],
    options: (product) =>
      listAt(product, 'info.azureProductResource.plans').map((plan) => ({
        value: textIn(plan, 'plan.id'),
        label: textIn(plan, 'planListing.name') || textIn(plan, 'plan.alias'),
      })),
    read: (draft) => textIn(draft, 'info.azureOriginalPlan.plan'),
    write: (plan) => ({ plan }),
  },
  meant: [
    [/^info\.azureOriginalPlan\.prices\.(\d+)\.price$/, 'info.commits.$1.rate'],
    [/^info\.azureOriginalPlan\.prices\.(\d+)\.billingTerm$/, 'info.commits.$1.length'],
    [/^info\.azureOriginalPlan\.meters\.(\d+)\.price$/, 'info.dimensions.$1.rate'],
    [/^info\.azureOriginalPlan\.meters\.(\d+)\.key$/, 'info.dimensions.$1.key'],
    [/^info\.azureOriginalPlan\.users$/, 'info.commits.0.minimumUsers'],
    [/^info\.azureOriginalPlan.*/, 'info.azureOriginalPlan'],
  ],
};

const gcp: Layout = {
  kinds: { PRIVATE: { label: texts.kinds.toCustomer, places: [] } },
  begin: ({ name, email }) => ({ gcpProviderInfo: { salesContactName: name, salesContactEmail: email } }),
  parties: [
    { path: 'info.gcpCustomerInfo.organization', label: texts.gcp.company },
    { path: 'info.gcpCustomerInfo.unverifiedBillingAccount', label: texts.gcp.billingAccount },
    { path: 'info.gcpCustomerInfo.contact', label: texts.gcp.contact },
    { path: 'info.gcpCustomerInfo.email', label: texts.gcp.contactEmail },
    { path: 'info.gcpProviderInfo.salesContactName', label: texts.gcp.salesContact },
    { path: 'info.gcpProviderInfo.salesContactEmail', label: texts.gcp.salesContactEmail },
  ],
  terms: [
    until,
    { path: 'info.startTime', label: texts.pricesBegin },
    { path: 'info.gcpDuration', label: texts.gcp.intervals },
    { path: 'endTime', label: texts.gcp.untilDay, when: (draft) => valueAt(draft, 'info.gcpDuration') === undefined },
    ...legal,
  ],
  pricing: [
    { path: 'info.billingIntervalInMonths', label: texts.gcp.intervalMonths },
    { path: 'info.gcpUsagePlanPriceModel', label: texts.gcp.usagePrice },
    { path: 'info.discountPercentage', label: texts.gcp.usageDiscount },
  ],
  commits: [what, price, quantity],
  pricesEveryMeter: false,
  hasPayments: true,
  plan: {
    path: ['info', 'gcpPlans'],
    options: (product) =>
      listAt(product, 'info.gcpProduct.listingSpec.purchaseSpec.purchaseOptionSpecs').map((plan) => ({
        value: textIn(plan, 'name'),
        label: textIn(plan, 'title'),
      })),
    read: (draft) => textIn(listAt(draft, 'info.gcpPlans')[0], 'name'),
    write: (name) => [{ name }],
  },
  meant: [
    [/^info\.gcpPlans.*/, 'info.gcpPlans'],
    [/^info\.commitAmount$/, 'info.commits'],
  ],
};

const layouts: Readonly<Record<string, Layout>> = { AWS: aws, AZURE: azure, GCP: gcp };

export const layoutOf = (partner: string): Layout => layouts[partner] ?? aws;

/** The kind of an offer, among those that its marketplace has. */
export const kindOf = (layout: Layout, draft: Row): string => {
  const [usual = ''] = Object.keys(layout.kinds);
  const chosen = String(draft.offerType ?? usual);
  return chosen in layout.kinds ? chosen : usual;
};

/** Every field that has its own place in the form of a marketplace. */
export const placesOf = (layout: Layout, draft: Row): Place[] => [
  ...layout.parties,
  ...(layout.kinds[kindOf(layout, draft)]?.places ?? []),
  ...layout.terms,
  ...layout.pricing,
];
