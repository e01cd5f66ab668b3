import { dayOf, objectOf, objectsOf, textOf } from '../api/call.ts';
import { dateOf } from '../catalog/buyer-plans.ts';
import { externalIdOf } from '../catalog/plan.ts';
import type { AzureChange, Json, PrivateOffer } from '../state.ts';
import { jobError } from './job-error.ts';
import { planIdOf, productIdOf } from './references.ts';

const pricingMax = 10;
const contactsMax = 5;

/** Creates a private offer or moves it to the requested state. Returns its durable ID, or null if it is deleted. */
export const putPrivateOffer = (transaction: AzureChange, publisherId: string, given: Json): string | null => {
  const { resourceName: _, state: wanted, eTag, acceptanceLinks: __, subState: ___, ...document } = given;
  const known = findOffer(transaction, publisherId, textOf(document.id));
  if (known && typeof eTag === 'string' && eTag !== eTagOf(known))
    throw jobError('conflict', 'The private offer has been changed in the meantime.');
  const merged = resolvePricing(transaction, publisherId, { ...known?.document, ...document });
  if (known?.acceptance) throw jobError('Conflict', 'The private offer has been accepted and cannot be changed.');

  if (wanted === 'deleted') {
    if (!known || known.state === 'live') throw jobError('Conflict', 'Only draft private offers can be deleted.');
    transaction.remove('privateOffers', known.id);
    return null;
  }
  if (wanted === 'withdrawn') {
    if (known?.state !== 'live') throw jobError('Conflict', 'Only live private offers can be withdrawn.');
    return put(transaction, { ...known, state: 'withdrawn' });
  }
  if (known?.state === 'live') throw jobError('Conflict', 'The private offer is live and has to be withdrawn first.');
  if (known?.state === 'withdrawn' && wanted === 'live')
    throw jobError('Conflict', 'A withdrawn private offer cannot be published again by this API.');
  const offer: PrivateOffer = {
    newPlans: [],
    revision: 0,
    acceptance: null,
    ...known,
    id: known?.id ?? `private-offer/${transaction.ids.uuid()}`,
    publisherId,
    state: 'draft',
    document: merged,
    modifiedAt: transaction.at,
  };
  if (wanted !== 'live') return put(transaction, offer);
  const problems = liveProblems(transaction, offer);
  if (problems.length > 0) throw jobError('Conflict', ...problems);
  return put(transaction, { ...offer, state: 'live', newPlans: makePlans(transaction, offer) });
};

const put = (transaction: AzureChange, offer: PrivateOffer): string => {
  const changed = { ...offer, modifiedAt: transaction.at, revision: offer.revision + 1 };
  transaction.put('privateOffers', { ...changed, document: { ...changed.document, id: offer.id } });
  return offer.id;
};

const findOffer = (transaction: AzureChange, publisherId: string, id: string | null): PrivateOffer | undefined => {
  if (id === null) return undefined;
  const offer = transaction.get('privateOffers', id);
  if (offer?.publisherId !== publisherId) throw jobError('notFound', `The private offer '${id}' is not found.`);
  return offer;
};

export const eTagOf = ({ id, revision }: PrivateOffer): string =>
  `"${id.slice(-8)}-0000-0800-0000-${String(revision).padStart(12, '0')}"`;

/** Replaces external IDs with durable IDs. */
const resolvePricing = (transaction: AzureChange, publisherId: string, document: Json): Json => {
  if (document.pricing === undefined) return document;
  const pricing = objectsOf(document.pricing).map((item) => {
    const product = productIdOf(transaction, publisherId, item.product);
    const plan = (name: string): Json =>
      item[name] === undefined ? {} : { [name]: planIdOf(transaction, publisherId, product, item[name]) };
    return { ...item, product, ...plan('plan'), ...plan('basePlan') };
  });
  return { ...document, pricing };
};

const liveProblems = (transaction: AzureChange, { document }: PrivateOffer): string[] => {
  const { start, end, acceptBy, variableStartDate } = document;
  const isDate = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(dateOf(value));
  const today = dayOf(transaction.at);
  const pricing = objectsOf(document.pricing);
  const problems: [boolean, string][] = [
    [!isDate(start) && variableStartDate !== true, 'The start date should be defined'],
    [isDate(start) && variableStartDate === true, 'The start date and a variable start date exclude each other'],
    [!isDate(end), 'The end date should be defined'],
    [!isDate(acceptBy), 'The accept by date should be defined'],
    [isDate(acceptBy) && dateOf(acceptBy) < today, 'The accept by date should not be in the past'],
    [isDate(end) && dateOf(end) < today, 'The end date should not be in the past'],
    [isDate(start) && isDate(end) && dateOf(end) < dateOf(start), 'The end date should not be before the start date'],
    [
      isDate(acceptBy) && isDate(end) && dateOf(acceptBy) > dateOf(end),
      'The accept by date should not be after the end date',
    ],
    [objectsOf(document.beneficiaries).length === 0, 'At least one beneficiary should be defined'],
    [textOf(document.preparedBy) === null, 'The prepared by contact should be defined'],
    [listOf(document.notificationContacts).length === 0, 'The notification contacts should be defined'],
    [
      listOf(document.notificationContacts).length > contactsMax,
      `There should be at most ${contactsMax} notification contacts`,
    ],
    [textOf(document.offerPricingType) === null, 'The offer pricing type should be defined'],
    [pricing.length === 0, 'At least one pricing should be defined'],
    [pricing.length > pricingMax, `There should be at most ${pricingMax} pricings`],
  ];
  const isCustomized = document.offerPricingType === 'saasNewCustomizedPlans';
  return [
    ...problems.filter(([isWrong]) => isWrong).map(([, message]) => message),
    ...pricing.flatMap((item) => pricingProblems(transaction, item, isCustomized)),
  ];
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const pricingProblems = (transaction: AzureChange, item: Json, isCustomized: boolean): string[] => {
  const { discountType, discountPercentage, priceDetails } = item;
  const percentage = Number(discountPercentage);
  const details = typeof priceDetails === 'string' ? transaction.get('resources', priceDetails) : undefined;
  const isLive = (id: unknown): boolean => transaction.get('resources', String(id))?.live != null;
  const problems: [boolean, string][] = [
    [!isLive(item.product), 'The product should be live'],
    [item.plan !== undefined && !isLive(item.plan), 'The plan should be live'],
    [isCustomized && !isLive(item.basePlan), 'The base plan should be a live plan'],
    [isCustomized && textOf(objectOf(item.newPlanDetails).name) === null, 'The new plan should have a name'],
    [isCustomized && discountType !== 'absolute', 'Customized plans need absolute prices'],
    [
      discountType === 'percentage' && !(percentage > 0 && percentage <= 100),
      'The discount should be above 0 and at most 100 percent',
    ],
    [discountType === 'absolute' && !details, 'The price details should be defined'],
    [discountType === 'absolute' && !isCustomized && item.plan === undefined, 'An absolute price needs a plan'],
    [
      discountType !== 'absolute' && discountType !== 'percentage',
      'The discount type should be percentage or absolute',
    ],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, message]) => message);
};

/** The plans created by a private offer with customized plans. */
const makePlans = (transaction: AzureChange, { document, newPlans }: PrivateOffer): PrivateOffer['newPlans'] => {
  if (document.offerPricingType !== 'saasNewCustomizedPlans' || newPlans.length > 0) return newPlans;
  return objectsOf(document.pricing).map((item, index) => {
    const base = transaction.get('resources', String(item.basePlan))?.live ?? {};
    return {
      index,
      basePlan: String(item.basePlan),
      planId: `plan/${String(item.product).slice('product/'.length)}/${transaction.ids.uuid()}`,
      externalId: `${externalIdOf(base)}-${transaction.ids.hex(8)}`,
    };
  });
};
