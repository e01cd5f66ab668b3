import type { TestContext } from 'node:test';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { type Bench, openBench, type Seller } from '../simulator.test-support.ts';

/** A row of a feed by column. */
export type FeedRow = Record<string, string>;

/** The official S3 client with the credentials of an account, without SDK retries. */
export const s3Of = (url: string, { accessKeyId, secretAccessKey }: Seller, region = 'us-east-1'): S3Client =>
  new S3Client({
    endpoint: url,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
  });

const bucketOf = (seller: Seller): string => `marketplace-data-feeds-${seller.id}`;

/** Parses CSV as RFC 4180 describes it. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (end === '' && row.length === 0 && plain === '' && quoted === undefined) break;
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
};

/** A bench with the S3 client of its seller, and readers of its feeds. */
export const openFeedBench = async (t: TestContext, options: Parameters<typeof openBench>[1] = {}) => {
  const bench = await openBench(t, options);
  const { seller } = bench;
  const s3 = s3Of(`${bench.url}/aws`, seller);
  const Bucket = bucketOf(seller);
  const text = async (Key: string): Promise<string> =>
    (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString() ?? '';
  const keys = async (Prefix: string): Promise<string[]> => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.map((object) => object.Key ?? '');
  };
  /** All rows of a feed, of every version, in the order of delivery. */
  const feed = async (folder: string): Promise<FeedRow[]> => {
    const rows: FeedRow[] = [];
    for (const key of await keys(`${folder}/`)) {
      const [header = [], ...lines] = parseCsv(await text(key));
      for (const cells of lines) rows.push(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
    }
    return rows;
  };
  return { ...bench, s3, Bucket, text, keys, feed };
};

export type FeedBench = Awaited<ReturnType<typeof openFeedBench>>;

/** Of each billing event the latest version, without deleted ones, as the sample queries of the Seller Guide take it. */
export const latest = (rows: readonly FeedRow[]): FeedRow[] => {
  const byId = new Map<string, FeedRow>();
  for (const row of rows) {
    const known = byId.get(row.billing_event_id ?? '');
    if (!known || (row.update_date ?? '') >= (known.update_date ?? '')) byId.set(row.billing_event_id ?? '', row);
  }
  return [...byId.values()].filter((row) => row.delete_date === '');
};

/** A private offer for a buyer, accepted; `terms` are those of the Catalog API. */
export const sell = async (bench: Bench, productId: string, terms: unknown[], buyerAccountId = '111122223333') => {
  const { offerId } = await bench.post<{ offerId: string }>('/aws/offer', {
    productId,
    buyerAccountIds: [buyerAccountId],
    terms,
  });
  return bench.post<{ agreementId: string }>(`/aws/offer/${offerId}/accept`, { buyerAccountId });
};

/** A fixed upfront price for a year. */
export const upfront = (price: string, CurrencyCode = 'USD') => ({
  Type: 'FixedUpfrontPricingTerm',
  CurrencyCode,
  Price: price,
  Duration: 'P12M',
  Grants: [{ DimensionKey: 'seats', MaxQuantity: 1 }],
});

/** An invoice as the control API shows it. */
export type BillView = { invoiceId: string; agreementId: string; amount: string; issuedAt: string; eventIds: string[] };

export const billsOf = async (bench: Bench, agreementId: string): Promise<BillView[]> =>
  (await bench.get<{ bills: BillView[] }>(`/aws/bill?agreementId=${agreementId}`)).bills;
