import type { TestContext } from 'node:test';
import { MarketplaceAgreementClient } from '@aws-sdk/client-marketplace-agreement';
import {
  type Change,
  DescribeChangeSetCommand,
  type DescribeChangeSetResponse,
  MarketplaceCatalogClient,
  StartChangeSetCommand,
} from '@aws-sdk/client-marketplace-catalog';
import { MarketplaceEntitlementServiceClient } from '@aws-sdk/client-marketplace-entitlement-service';
import { MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import { PartnerCentralAccountClient } from '@aws-sdk/client-partnercentral-account';
import { PartnerCentralSellingClient } from '@aws-sdk/client-partnercentral-selling';
import { errorOf, eventually, openSimulator } from '../kit/bench.test-support.ts';
import { startAwsSimulator } from './server.ts';

/** A seller account as returned by the control API. */
export type Seller = { id: string; accessKeyId: string; secretAccessKey: string };

/** What is needed to reopen the state of an earlier bench. */
export type Reopen = { dataDir: string; seller: Seller };

/** A running simulator with the clients of one seller. */
export type Bench = Awaited<ReturnType<typeof openBench>>;

/** An SDK error as the tests inspect it. */
export type SdkError = Error & { $metadata: { httpStatusCode?: number } } & Record<string, unknown>;

export const buyer = '111122223333';

/**
 * Opens a simulator with one seller. `startsAt` sets its business clock, which then runs with the wall clock. With
 * `reopen` it opens the state of an earlier bench unchanged.
 */
export const openBench = async (t: TestContext, options: { startsAt?: string; reopen?: Reopen } = {}) => {
  const { startsAt, reopen } = options;
  const simulator = await openSimulator(t, startAwsSimulator, { dataDir: reopen?.dataDir, startsAt });

  const { control } = simulator;
  const post = <T = Record<string, never>>(path: string, body: unknown = {}): Promise<T> => control('POST', path, body);
  const get = <T>(path: string): Promise<T> => control('GET', path);

  const seedSeller = async (): Promise<Seller> => {
    await post('/aws/settings', { changeSetDelayMs: 20, licenseDelayMs: 5, eventRetryMs: 10 });
    return post<Seller>('/aws/account', { name: 'Acme' });
  };
  const seller = reopen?.seller ?? (await seedSeller());

  return {
    ...simulator,
    seller,
    post,
    get,
    remove: (path: string) => control('DELETE', path),
    put: (path: string, body: unknown) => control('PUT', path, body),
    patch: (path: string, body: unknown) => control('PATCH', path, body),
    ...clientsOf(simulator.url, seller),
  };
};

/** The official clients with the credentials of an account, without SDK retries. */
export const clientsOf = (url: string, account: Seller, region = 'us-east-1') => {
  const { accessKeyId, secretAccessKey } = account;
  const config = {
    endpoint: `${url}/aws`,
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  };
  return {
    catalog: new MarketplaceCatalogClient(config),
    agreements: new MarketplaceAgreementClient(config),
    metering: new MarketplaceMeteringClient(config),
    entitlements: new MarketplaceEntitlementServiceClient(config),
    selling: new PartnerCentralSellingClient(config),
    partners: new PartnerCentralAccountClient(config),
  };
};

/** Runs a change set to its end. */
export const runChangeSet = async (bench: Bench, changes: Change[]): Promise<DescribeChangeSetResponse> => {
  const { ChangeSetId } = await bench.catalog.send(
    new StartChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSet: changes }),
  );
  await new Promise((resolve) => setTimeout(resolve, 25));
  return eventually(async () => {
    const answer = await bench.catalog.send(new DescribeChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSetId }));
    return ['PREPARING', 'APPLYING'].includes(answer.Status ?? '') ? null : answer;
  });
};

/** The error codes of a failed change set. */
export const errorCodes = (changeSet: DescribeChangeSetResponse): string[] =>
  (changeSet.ChangeSet ?? []).flatMap((change) => (change.ErrorDetailList ?? []).map((item) => item.ErrorCode ?? ''));

/** The error of a call that must fail. */
export const failureOf = (call: Promise<unknown>): Promise<SdkError> => errorOf(call);

export type SeededProduct = { productId: string; productCode: string; publicOfferId: string };

/** A released product with one metered and one entitled dimension and a public offer. */
export const seedProduct = (bench: Bench, more: Record<string, unknown> = {}): Promise<SeededProduct> =>
  bench.post('/aws/product', {
    sellerAccountId: bench.seller.id,
    title: 'Acme API',
    dimensions: [
      { key: 'requests', types: ['Metered'], price: '0.01' },
      { key: 'seats', types: ['Entitled'], price: '120' },
    ],
    ...more,
  });

export type SeededAgreement = { agreementId: string; licenseArn: string; startAt: string; endAt: string | null };

/** A buyer accepts an offer; returns the agreement once its license exists. */
export const seedAgreement = async (
  bench: Bench,
  offerId: string,
  more: Record<string, unknown> = {},
): Promise<SeededAgreement> => {
  const accepted = await bench.post<SeededAgreement>(`/aws/offer/${offerId}/accept`, {
    buyerAccountId: buyer,
    ...more,
  });
  return eventually(async () => {
    const agreement = await bench.get<SeededAgreement>(`/aws/agreement/${accepted.agreementId}`);
    return agreement.licenseArn === null ? null : agreement;
  });
};
