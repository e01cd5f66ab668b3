import type { Violation } from '../errors.ts';
import type { GcpReader, Json, PrivateOffer, Seller } from '../state.ts';
import { amendableOffers } from './amendment.ts';
import { isDayBoundary, readDateTime } from './date-time.ts';
import { baseOffer, billingAccountOf, idOf, part, productOffer } from './offer-content.ts';
import { priceViolations } from './price-rules.ts';
import { deadlineViolations } from './publish-deadline.ts';

const mailAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const durationMonthsMax = 7 * 12;
const year = 366 * 24 * 3600 * 1000;

/** Everything that prevents a draft from being published; empty if nothing does. */
export const publishViolations = (reader: GcpReader, seller: Seller, offer: PrivateOffer, now: number): Violation[] => {
  const { content } = offer;
  return [
    ...peopleViolations(content),
    ...termViolations(content, now),
    ...deadlineViolations(reader, offer, now),
    ...productViolations(reader, seller, content, now),
    ...featureViolations(content),
    ...documentViolations(reader, offer),
  ].map(({ field, description }) => ({
    field: field.startsWith('private_offer') ? field : `private_offer.${field}`,
    description,
  }));
};

const required = (object: Json, fields: string[], prefix: string): Violation[] =>
  fields
    .filter(
      (field) => object[field] === undefined || object[field] === '' || /_UNSPECIFIED$/.test(String(object[field])),
    )
    .map((field) => ({ field: `${prefix}${field}`, description: 'must be set to publish the offer' }));

const peopleViolations = (content: Json): Violation[] => {
  const customer = part(content.customer);
  const partnerContact = part(content.partnerContact);
  const mails: [string, unknown][] = [
    ['partnerContact.email', partnerContact.email],
    ['customer.email', customer.email],
  ];
  return [
    ...required(content, ['title', 'offerDealType'], ''),
    ...required(partnerContact, ['contact', 'email'], 'partnerContact.'),
    ...required(customer, ['entityTitle', 'contact', 'targetBillingAccount'], 'customer.'),
    ...mails
      .filter(([, mail]) => typeof mail === 'string' && mail !== '' && !mailAddress.test(mail))
      .map(([field]) => ({ field, description: 'is no e-mail address' })),
  ];
};

const termViolations = (content: Json, now: number): Violation[] => {
  const term = part(content.term);
  const faults = required(term, ['startPolicy', 'endPolicy'], 'term.');
  const fault = (field: string, description: string): void => {
    faults.push({ field: `term.${field}`, description });
  };
  const start = readDateTime(term.scheduledStartTime);
  const end = readDateTime(term.scheduledEndTime);
  if (term.startPolicy === 'IMMEDIATE' && start !== null) fault('scheduledStartTime', 'cannot be set with IMMEDIATE');
  if (term.startPolicy === 'SCHEDULED_START_TIME') {
    if (start === null || start <= now || !isDayBoundary(start)) {
      fault('scheduledStartTime', 'must be a future day boundary in the America/Los_Angeles time zone');
    } else if (start > now + year) fault('scheduledStartTime', 'must be within one year of publishing');
  }
  const months = Number(term.durationMonths ?? 0);
  if (term.endPolicy === 'MATCH_AMENDED_OFFER') fault('endPolicy', 'MATCH_AMENDED_OFFER is not supported');
  if (term.endPolicy === 'AFTER_DURATION') {
    const total = months * (1 + Number(term.maxRenewalCount ?? 0));
    if (months <= 0) fault('durationMonths', 'must be positive');
    else if (total > durationMonthsMax) fault('durationMonths', 'with all renewals cannot exceed 7 years');
  }
  const { standardIntervalPrice } = productOffer(content);
  const { standardInterval } = part(standardIntervalPrice);
  // Commerce Producer states that other offers "cannot be renewed", but not that they are refused; the simulator refuses them.
  if (Number(term.maxRenewalCount ?? 0) > 0 && !standardInterval) {
    fault('maxRenewalCount', 'is only for standard intervals');
  }
  if (term.endPolicy === 'SCHEDULED_END_TIME') {
    if (end === null || end <= now || !isDayBoundary(end) || (start !== null && end <= start)) {
      fault('scheduledEndTime', 'must be a future day boundary in the America/Los_Angeles time zone, after the start');
    }
  }
  return faults;
};

const productViolations = (reader: GcpReader, seller: Seller, content: Json, now: number): Violation[] => {
  const base = baseOffer(reader, content);
  const service = base && reader.get('services', base.serviceId);
  const isInForce = base && base.effectiveAt <= now && (base.expireAt === null || base.expireAt > now);
  if (!base || !isInForce || service?.sellerId !== seller.id) {
    return [
      { field: 'singleProductOffer.baseStandardOffer', description: 'must be a standard offer that is effective' },
    ];
  }
  const { amendedPrivateOffer, amendedStandardOffer } = productOffer(content);
  const given = amendedPrivateOffer || amendedStandardOffer;
  const billingAccount = billingAccountOf(content);
  const target = billingAccount
    ? amendableOffers(reader, seller, base, billingAccount)
    : { isRequired: false, offers: [] };
  const faults = priceViolations(content, base);
  const field = amendedStandardOffer ? 'amendedStandardOffer' : 'amendedPrivateOffer';
  const isKnown = target.offers.some((offer) => offer.field === field && sameOffer(offer.name, given));
  if (given && !isKnown) {
    faults.push({
      field: `singleProductOffer.${field}`,
      description: 'is not the offer of an active order of the customer',
    });
  } else if (!given && target.isRequired) {
    const [needed] = target.offers;
    const description = `must be set to ${needed?.name}: the customer has an active order of the product`;
    faults.push({ field: `singleProductOffer.${needed?.field}`, description });
  }
  return [...faults, ...dealTypeViolations(reader, content)];
};

const sameOffer = (name: string, given: unknown): boolean =>
  typeof given === 'string' && given.split('/').at(-1) === name.split('/').at(-1);

const dealTypeViolations = (reader: GcpReader, content: Json): Violation[] => {
  const amended = reader.get('privateOffers', idOf(productOffer(content).amendedPrivateOffer, 'privateOffers') ?? '');
  if (content.offerDealType !== 'NEW' || amended?.state !== 'ACCEPTED') return [];
  const before = String(amended.content.offerDealType);
  if (before === 'NEW') return [];
  return [{ field: 'offerDealType', description: `cannot be NEW when the amended offer is ${before}` }];
};

const featureViolations = (content: Json): Violation[] => {
  const { features } = productOffer(content);
  const list = Array.isArray(features) ? features.map(part) : [];
  const names = list.map(({ displayName }) => displayName);
  return list.flatMap(({ displayName, value }, index) => {
    const field = `singleProductOffer.features[${index}]`;
    if (typeof displayName !== 'string' || displayName === '' || displayName.length > 128) {
      return [{ field: `${field}.displayName`, description: 'must have 1 to 128 characters' }];
    }
    if (names.indexOf(displayName) !== index) return [{ field: `${field}.displayName`, description: 'must be unique' }];
    return String(value ?? '').length > 3000 ? [{ field: `${field}.value`, description: 'is too long' }] : [];
  });
};

const documentViolations = (reader: GcpReader, { id }: PrivateOffer): Violation[] => {
  if (reader.list('documents').some(({ offerId }) => offerId === id)) return [];
  return [{ field: 'documents', description: 'the offer must include a EULA or a statement of work document' }];
};
