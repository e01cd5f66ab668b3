import { createHash } from 'node:crypto';
import Big from 'big.js';
import { usagePrices } from '../billing/charges.ts';
import { roundMoney } from '../billing/money.ts';
import type { AwsReader, MeteringRecord } from '../state.ts';
import { dailyUsageFeed } from './columns.ts';
import type { FeedRow } from './entity-rows.ts';
import { feedAccountId } from './parties.ts';

const dayOf = ({ hour }: MeteringRecord): string => hour.slice(0, 10);

/** The key of a row of the feed: usage is aggregated by day. */
const aboutOf = (record: MeteringRecord): string =>
  [
    record.sellerAccountId,
    dayOf(record),
    record.agreementId ?? record.productId,
    record.customerAWSAccountId,
    record.region,
    record.dimension,
  ].join('|');

/**
 * The daily usage of a seller that may have changed since a time. Usage that comes later for the same day is a new revision
 * of its record. In the simulator, buyer and payer are the same account; the estimate is empty for unpriced usage.
 */
export const usageRows = (reader: AwsReader, accountId: string, since: number): FeedRow[] => {
  const own = reader.list('metering').filter((record) => record.sellerAccountId === accountId);
  const changed = new Set(own.filter((record) => Date.parse(record.firstAcceptedAt) >= since).map(aboutOf));
  const groups = Map.groupBy(
    own.filter((record) => changed.has(aboutOf(record))),
    aboutOf,
  );
  return [...groups].map(([about, records]) => usageRow(reader, about, records));
};

const usageRow = (reader: AwsReader, about: string, records: readonly MeteringRecord[]): FeedRow => {
  const [record] = records as [MeteringRecord, ...MeteringRecord[]];
  const { productId, dimension, region, sellerAccountId, customerAWSAccountId } = record;
  const agreement = reader.get('agreements', record.agreementId ?? '');
  const quantity = records.reduce((sum, one) => sum.plus(one.quantity), new Big(0));
  const priced = agreement ? usagePrices(agreement) : null;
  const price = priced?.prices.get(dimension);
  const product = reader.get('entities', productId);
  const known = product?.type === 'SaaSProduct' ? product.dimensions.find(({ Key }) => Key === dimension) : undefined;
  return {
    shape: dailyUsageFeed,
    key: about,
    // A revision is valid from when it was made.
    validFrom: 0,
    cells: [
      createHash('sha256').update(`usage/${about}`).digest('hex'),
      dayOf(record),
      productId,
      record.agreementId ?? '',
      feedAccountId(customerAWSAccountId),
      feedAccountId(customerAWSAccountId),
      region,
      dimension,
      known?.Unit ?? '',
      quantity.toFixed(),
      priced && price !== undefined ? priced.currency : '',
      priced && price !== undefined ? roundMoney(quantity.times(price), priced.currency).toFixed() : '',
      'AWSMarketplace',
      feedAccountId(sellerAccountId),
      agreement?.offerId ?? '',
      price ?? '',
      known?.Description ?? '',
    ],
  };
};
