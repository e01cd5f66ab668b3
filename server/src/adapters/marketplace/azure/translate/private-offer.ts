import { createHash } from 'node:crypto';
import { meaningOf } from '../../../unknown-word.ts';
import type { OfferRead } from '../../port.ts';
import { type AzurePrivateOffer, timeOf } from '../answers.ts';
import { type Json, objectOf, textOf } from './json.ts';

const prefix = 'private-offer/';

/** Private offers are identified by the GUID alone, as subscriptions name them. */
export const guidOf = (id: string): string => (id.startsWith(prefix) ? id.slice(prefix.length) : id);
export const durableIdOf = (guid: string): string => `${prefix}${guidOf(guid)}`;

/**
 * Microsoft has no idempotency keys, so each private offer carries a mark of the request that made it, after the
 * seller's own description of the buyer, which the buyer does not see.
 */
const markPattern = / ?\[[0-9a-f]{12}\]$/;

export const markOf = (key: string): string => `[${createHash('sha256').update(key).digest('hex').slice(0, 12)}]`;
const withoutMark = (description: string): string => description.replace(markPattern, '');
export const withMark = (description: string, mark: string): string => `${withoutMark(description)} ${mark}`.trim();
export const hasMark = ({ beneficiaries }: Pick<AzurePrivateOffer, 'beneficiaries'>, mark: string): boolean =>
  (beneficiaries ?? []).some(({ description }) => description?.endsWith(mark) ?? false);

const detailsPrefix = 'price-and-availability-private-offer-plan/';

/** The durable id of a plan's absolute prices, which an offer names as a text ("Job status and retrieve private offer detail via API"). */
export const priceDetailsIdOf = ({ priceDetails }: Json): string | null => {
  const id = textOf(priceDetails) || textOf(objectOf(priceDetails).id);
  return id.startsWith(detailsPrefix) ? id : null;
};

/** The last instant of a day that Microsoft gives; a time within that day counts as it is. */
const endOf = (text: string | null): Date | null => {
  const time = timeOf(text);
  if (!time || time.getTime() % 86_400_000 !== 0) return time;
  return new Date(time.getTime() + 86_400_000 - 1);
};

/**
 * A version that rises. The last part of an eTag is the time of the change and a counter, in hexadecimal (as Cosmos DB
 * makes them); if it has another form, the time of the query counts.
 */
const offerVersionOf = ({ eTag, _etag }: Pick<AzurePrivateOffer, 'eTag' | '_etag'>, asked: Date): number => {
  const last = /-([0-9a-f]{12})"?$/i.exec(eTag ?? _etag ?? '')?.[1];
  return last === undefined ? asked.getTime() : Number.parseInt(last, 16);
};

const states: Readonly<Record<string, OfferRead['state']>> = {
  draft: 'DRAFT',
  live: 'RELEASED',
  withdrawn: 'WITHDRAWN',
  deleted: 'WITHDRAWN',
  archived: 'WITHDRAWN',
};

const stateOf = ({ id, state, subState }: AzurePrivateOffer): OfferRead['state'] => {
  const read = meaningOf(states, state, { partner: 'AZURE', endpoint: 'PrivateOffer', what: `the state of ${id}` });
  return subState === 'accepted' ? 'ACCEPTED' : read;
};

/** `asked`: the time of the query. */
export const readPrivateOffer = (offer: AzurePrivateOffer, asked: Date): OfferRead => {
  const beneficiaries = offer.beneficiaries ?? [];
  const { _etag, ...document } = offer;
  return {
    externalId: guidOf(offer.id),
    name: offer.name ?? '',
    description: '',
    state: stateOf(offer),
    acceptTime: null,
    privateOfferUrl: offer.acceptanceLinks?.find(({ link }) => link !== null)?.link ?? null,
    isPrivate: true,
    productEntityId: offer.pricing?.find(({ product }) => product !== null)?.product ?? '',
    buyerAccountIds: beneficiaries.flatMap(({ id }) => (id === null ? [] : [id])),
    expireTime: endOf(offer.acceptBy),
    currency: 'USD',
    upfront: null,
    usageRates: [],
    agreementDurationIso: null,
    agreementStart: timeOf(offer.start),
    agreementEnd: endOf(offer.end),
    version: offerVersionOf(offer, asked),
    document: {
      ...document,
      eTag: offer.eTag ?? _etag,
      ...(offer.beneficiaries
        ? {
            beneficiaries: beneficiaries.map((each) => ({ ...each, description: withoutMark(each.description ?? '') })),
          }
        : {}),
    },
  };
};
