import { badRequest, type Fault } from '../../../kit/errors.ts';
import { isAuthorization, type OfferWithContacts } from '../offer.ts';

const minMembers = 2;
const maxMembers = 7;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

/** A member of a set that is being created, with the faults of its own submission. */
export type Candidate = { offer: OfferWithContacts; faults: Fault[] };

const accountsOf = ({ info }: OfferWithContacts): string => [...(info.buyerAwsAccountIds ?? [])].sort().join(',');

/** Values that all members of a set must share, each with its name and how to read it. */
const shared: { code: string; what: string; of: (offer: OfferWithContacts) => string }[] = [
  { code: 'partner', what: 'partner', of: ({ partner }) => partner },
  { code: 'currency', what: 'currency', of: ({ info }) => info.currency ?? '' },
  { code: 'expire_time', what: 'expireTime', of: ({ expire_time: time }) => time?.toISOString() ?? '' },
  { code: 'buyers', what: 'buyer accounts', of: accountsOf },
];

export const checkCount = (count: number): void => {
  if (count < minMembers || count > maxMembers)
    throw badRequest([fault('offerIDs', 'count', `must name ${minMembers} to ${maxMembers} offers`)]);
};

/** Faults that prevent selling these offers together, each with its path (protocols A.1, OfferSet). */
export const checkMembers = (candidates: readonly Candidate[]): Fault[] => {
  const first = candidates[0]?.offer;
  const products = candidates.map(({ offer }) => offer.product_id);
  return candidates.flatMap(({ offer, faults }, index) => {
    const at = `offerIDs.${index}`;
    const product = products.indexOf(offer.product_id);
    return [
      ...faults.map(({ path, code, message }) => fault(at, code, `${path} ${message}`)),
      ...(isAuthorization(offer) ? [fault(at, 'authorization', 'is for a channel partner, not for a buyer')] : []),
      ...(offer.external_id === null ? [] : [fault(at, 'created', 'already exists in the marketplace')]),
      ...(offer.product_id !== null && product < index
        ? [fault(at, 'product', `is for the same product as offerIDs.${product}; a set has one offer per product`)]
        : []),
      ...shared.flatMap(({ code, what, of }) =>
        first && of(first) !== of(offer) ? [fault(at, code, `has a different ${what} than offerIDs.0`)] : [],
      ),
    ];
  });
};
