import { offerEndsAt } from '../catalog/offer-rules.ts';
import { type Agreement, type AwsReader, isoSeconds, type Offer, type Product } from '../state.ts';
import {
  accountFeed,
  addressFeed,
  agreementFeed,
  type FeedShape,
  legacyMappingFeed,
  offerFeed,
  offerProductFeed,
  offerTargetFeed,
  productFeed,
} from './columns.ts';
import { addressOf, feedAccountId, feedAddressId, legacyIdOf } from './parties.ts';

/** The current version of a row: its columns without the history, and since when they are valid. */
export type FeedRow = { shape: FeedShape; key: string; validFrom: number; cells: string[] };

/** The day on which AWS shows offers without an end to end (Seller Guide, "Offer data feed", example). */
const noEnd = '9999-01-01T00:00:00Z';

/** The rows of a seller's feeds, except billing events and tax items, that may have changed since a time. */
export const entityRows = (reader: AwsReader, accountId: string, since: number): FeedRow[] => {
  const rows: FeedRow[] = [];
  const parties = new Set<string>([accountId]);
  for (const entity of reader.list('entities')) {
    if (entity.modifiedAt < since) continue;
    if (entity.type === 'SaaSProduct' && entity.accountId === accountId) rows.push(...productRows(entity));
    if (entity.type === 'ResaleAuthorization' && entity.resellerAccountId === accountId && entity.status !== 'Draft') {
      const product = reader.get('entities', entity.productId);
      if (product?.type === 'SaaSProduct') rows.push(...productRows(product));
      parties.add(entity.accountId);
    }
    if (entity.type === 'Offer' && entity.accountId === accountId && entity.state === 'Released') {
      rows.push(...offerRows(entity));
    }
  }
  for (const agreement of reader.list('agreements')) {
    if (agreement.updatedAt < since) continue;
    const manufacturer = reader.get('entities', agreement.productId)?.accountId;
    if (agreement.sellerAccountId === accountId) {
      rows.push(agreementRow(reader, agreement));
      parties.add(agreement.buyerAccountId);
    }
    // Manufacturer and channel partner see each other; only the partner sees the buyer.
    if (manufacturer === accountId) parties.add(agreement.sellerAccountId);
  }
  for (const party of parties) rows.push(accountRow(reader, accountId, party), addressRow(reader, party));
  return rows;
};

const productRows = (product: Product): FeedRow[] => [
  {
    shape: productFeed,
    key: product.id,
    validFrom: product.modifiedAt,
    cells: [product.id, feedAccountId(product.accountId), product.code, product.title ?? ''],
  },
  mappingRow('PRODUCT', product.id, product.createdAt),
];

const mappingRow = (type: 'PRODUCT' | 'OFFER', id: string, at: number): FeedRow => ({
  shape: legacyMappingFeed,
  key: id,
  validFrom: at,
  cells: [type, legacyIdOf(id), id],
});

const offerRows = (offer: Offer): FeedRow[] => {
  const revision = String(offer.revision);
  const key = `${offer.id}@${revision}`;
  const validFrom = offer.modifiedAt;
  const endsAt = offerEndsAt(offer);
  const targets = [
    ...(offer.targeting?.buyerAccounts ?? []).map((value) => ['BuyerAccounts', 'PositiveTargeting', value] as const),
    ...(offer.targeting?.countryCodes ?? []).map((value) => ['CountryCodes', 'PositiveTargeting', value] as const),
    ...(offer.targeting?.excludedCountryCodes ?? []).map(
      (value) => ['CountryCodes', 'NegativeTargeting', value] as const,
    ),
  ];
  return [
    {
      shape: offerFeed,
      key,
      validFrom,
      cells: [
        offer.id,
        revision,
        offer.name ?? '',
        endsAt === null ? noEnd : isoSeconds(endsAt),
        '',
        '',
        feedAccountId(offer.accountId),
        '',
      ],
    },
    { shape: offerProductFeed, key, validFrom, cells: [offer.id, revision, offer.productId] },
    mappingRow('OFFER', offer.id, offer.createdAt),
    ...targets.map(([type, polarity, value]): FeedRow => {
      const id = legacyIdOf(`${key}/${type}/${polarity}/${value}`).replaceAll('-', '');
      return { shape: offerTargetFeed, key: id, validFrom, cells: [id, offer.id, revision, type, polarity, value] };
    }),
  ];
};

const agreementRow = (reader: AwsReader, agreement: Agreement): FeedRow => {
  const offer = reader.get('entities', agreement.offerId);
  return {
    shape: agreementFeed,
    key: agreement.id,
    validFrom: agreement.updatedAt,
    cells: [
      agreement.status,
      agreement.agreementValue,
      agreement.currencyCode,
      agreement.id,
      feedAccountId(agreement.sellerAccountId),
      feedAccountId(agreement.buyerAccountId),
      agreement.offerId,
      String(offer?.type === 'Offer' ? offer.revision : 1),
      isoSeconds(agreement.startAt),
      agreement.endAt === null ? '' : isoSeconds(agreement.endAt),
      isoSeconds(agreement.acceptedAt),
      agreement.intent,
      agreement.previousAgreementId ?? '',
      '',
    ],
  };
};

const accountRow = (reader: AwsReader, accountId: string, party: string): FeedRow => {
  const address = addressOf(reader, party);
  const isForeign = address.country !== 'US';
  // In the simulator a buyer has one identifier per product; the feed has room for one only.
  const customer = reader
    .list('customers')
    .find(({ buyerAccountId, productCode }) => buyerAccountId === party && isOurs(reader, accountId, productCode));
  return {
    shape: accountFeed,
    key: party,
    validFrom: reader.get('accounts', party)?.createdAt ?? 0,
    cells: [
      feedAccountId(party),
      party,
      customer?.customerIdentifier ?? '',
      feedAddressId(party),
      feedAddressId(party),
      isForeign ? `${address.country}${party.slice(0, 9)}` : '',
      isForeign ? address.company : '',
    ],
  };
};

const isOurs = (reader: AwsReader, accountId: string, productCode: string): boolean =>
  reader.get('entities', reader.get('productCodes', productCode)?.productId ?? '')?.accountId === accountId;

const addressRow = (reader: AwsReader, party: string): FeedRow => {
  const { domain, company, country, region, city, postalCode, line1 } = addressOf(reader, party);
  return {
    shape: addressFeed,
    key: party,
    validFrom: reader.get('accounts', party)?.createdAt ?? 0,
    cells: [feedAddressId(party), party, domain, company, country, region, city, postalCode, line1, '', ''],
  };
};
