import type { z } from 'zod';
import type { MarketplaceAccess } from '../port.ts';
import {
  type AzureJob,
  type AzurePrivateOffer,
  type AzureResource,
  type AzureSubmission,
  jobAnswer,
  type ListedPrivateOffer,
  privateOfferAnswer,
  privateOfferPage,
  resourceAnswer,
  resourcePage,
  submissionPage,
  treeAnswer,
} from './answers.ts';
import { type AzureClient, everyPage, nextTokenOf, unlessGone } from './client.ts';
import { schemaOf, versions } from './schemas.ts';

export type Target = 'draft' | 'preview' | 'live';

/** What a job is about: the versions by which it is asked for differ. */
export type JobOf = 'PRODUCT' | 'PRIVATE_OFFER';

/**
 * The status is asked for in the version of the request, what it made in that of its resources ("Job status and retrieve
 * private offer detail via API": `configure/<jobId>/status?$version=2022-07-01`, `configure/<jobId>?$version=2023-07-15`; Product
 * Ingestion API: 2022-03-01-preview2 for both).
 */
const jobVersions: Readonly<Record<JobOf, { status: string; details: string }>> = {
  PRODUCT: { status: versions.configure, details: versions.configure },
  PRIVATE_OFFER: { status: versions.configurePrivateOffer, details: versions.privateOffer },
};

/** Durable ids have two or more parts, each of which could contain anything. */
const pathOf = (id: string): string => id.split('/').map(encodeURIComponent).join('/');

/** The path of a link, which is never followed itself: it could point anywhere. */
const pathnameOf = (link: string | null): string => (link && URL.parse(link, 'https://page.invalid')?.pathname) || '';

/** Product ingestion API: products, publications, private offers. Every request is carried out by a job. */
export const createIngestion = ({ send }: AzureClient) => {
  const get = async <Shape extends z.ZodType>(
    access: MarketplaceAccess,
    call: { what: string; path: string; query: Record<string, string | undefined> },
    shape: Shape,
  ): Promise<z.output<Shape>> => (await send(access, 'INGESTION', { method: 'GET', ...call }, shape)).answer;

  /** `nextPath`: where the next page is asked for if the link to it says so. */
  const list = <T>(
    access: MarketplaceAccess,
    { nextPath, ...call }: { what: string; path: string; query: Record<string, string | undefined>; nextPath?: string },
    shape: z.ZodType<{ value: T[]; '@nextLink': string | null }>,
  ): Promise<T[]> =>
    everyPage(
      async (next) => {
        const [path = call.path, continuationToken] = next?.split(' ') ?? [];
        const page = await get(access, { ...call, path, query: { ...call.query, continuationToken } }, shape);
        const link = page['@nextLink'];
        const token = nextTokenOf(link);
        const isElsewhere = nextPath !== undefined && pathnameOf(link).endsWith(nextPath);
        return { items: page.value, next: token && `${isElsewhere ? nextPath : call.path} ${token}` };
      },
      { what: call.what },
    );

  return {
    configure: async (
      access: MarketplaceAccess,
      resources: readonly Record<string, unknown>[],
      version: string = versions.configure,
    ): Promise<AzureJob> =>
      (
        await send(
          access,
          'INGESTION',
          {
            what: 'Configure',
            method: 'POST',
            path: '/configure',
            query: { $version: version },
            json: { $schema: schemaOf('configure', version), resources },
          },
          jobAnswer,
        )
      ).answer,

    jobStatus: (access: MarketplaceAccess, jobId: string, of: JobOf): Promise<AzureJob> =>
      get(
        access,
        {
          what: 'ConfigureStatus',
          path: `/configure/${encodeURIComponent(jobId)}/status`,
          query: { $version: jobVersions[of].status },
        },
        jobAnswer,
      ),

    /** What a finished job has made or changed. */
    jobResources: async (access: MarketplaceAccess, jobId: string, of: JobOf): Promise<AzureResource[]> =>
      (
        await get(
          access,
          {
            what: 'ConfigureDetails',
            path: `/configure/${encodeURIComponent(jobId)}`,
            query: { $version: jobVersions[of].details },
          },
          treeAnswer,
        )
      ).resources,

    listProducts: (access: MarketplaceAccess, externalID?: string): Promise<AzureResource[]> =>
      list(
        access,
        {
          what: 'ListProducts',
          path: '/product',
          query: {
            ...(externalID === undefined ? { type: 'softwareAsAService' } : { externalID }),
            $version: versions.product,
          },
        },
        resourcePage,
      ),

    listPlans: (access: MarketplaceAccess, productId: string): Promise<AzureResource[]> =>
      list(
        access,
        { what: 'ListPlans', path: '/plan', query: { product: productId, $version: versions.plan } },
        resourcePage,
      ),

    /** Null: there is no such product. */
    tree: async (access: MarketplaceAccess, productId: string, target: Target): Promise<AzureResource[] | null> =>
      (
        await unlessGone(
          get(
            access,
            {
              what: 'GetResourceTree',
              path: `/resource-tree/${pathOf(productId)}`,
              query: { targetType: target, $version: versions.tree },
            },
            treeAnswer,
          ),
        )
      )?.resources ?? null,

    /** Null: there is no such product. */
    listSubmissions: (access: MarketplaceAccess, productId: string): Promise<AzureSubmission[] | null> =>
      unlessGone(
        list(
          access,
          {
            what: 'ListSubmissions',
            path: `/submission/${pathOf(productId)}`,
            query: { $version: versions.submission },
          },
          submissionPage,
        ),
      ),

    getPrivateOffer: (access: MarketplaceAccess, id: string): Promise<AzurePrivateOffer | null> =>
      unlessGone(
        get(
          access,
          { what: 'GetPrivateOffer', path: `/${pathOf(id)}`, query: { $version: versions.privateOffer } },
          privateOfferAnswer,
        ),
      ),

    listPrivateOffers: (access: MarketplaceAccess): Promise<ListedPrivateOffer[]> =>
      list(
        access,
        {
          what: 'ListPrivateOffers',
          path: '/private-offer/query',
          // dstarr/partner-center-cli: the link to the second page of the query leads here.
          nextPath: '/private-offer',
          query: { $version: versions.privateOffer },
        },
        privateOfferPage,
      ),

    /** The absolute prices of a plan in a private offer, by the durable id that the offer names; null: there are none. */
    priceDetails: (access: MarketplaceAccess, id: string): Promise<AzureResource | null> =>
      unlessGone(
        get(
          access,
          { what: 'GetPriceDetails', path: `/${pathOf(id)}`, query: { $version: versions.privateOffer } },
          resourceAnswer,
        ),
      ),

    /** The current prices of a live plan in the shape in which a private offer gives its own; null: it has none. */
    priceTemplate: (
      access: MarketplaceAccess,
      { productId, planId }: { productId: string; planId: string },
    ): Promise<AzureResource | null> =>
      unlessGone(
        get(
          access,
          {
            what: 'GetPriceTemplate',
            path: `/price-and-availability-private-offer-plan/${encodeURIComponent(productId.replace(/^product\//, ''))}`,
            query: { plan: planId, $version: versions.privateOffer },
          },
          resourceAnswer,
        ),
      ),
  };
};

export type Ingestion = ReturnType<typeof createIngestion>;
