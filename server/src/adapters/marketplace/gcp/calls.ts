import type { z } from 'zod';
import {
  Account,
  AmendmentTarget,
  CheckAnswer,
  Entitlement,
  EntitlementHeads,
  Entitlements,
  Nothing,
  OfferDocument,
  OfferDocuments,
  PrivateOffer,
  PrivateOfferHeads,
  PrivateOffers,
  ReportAnswer,
  Service,
  ServiceConfig,
  Services,
  SkuGroups,
  Skus,
  StandardOffers,
} from './answers.ts';
import type { Google } from './google.ts';
import { everyPage, unlessGone, unlessRefused } from './pages.ts';
import { type GoogleAccess, type GoogleHost, projectOf, providerOf } from './settings.ts';

type Json = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | undefined>>;

const pageSize = '100';
const part = encodeURIComponent;

/** The name of the report of usage in errors. */
export const reportCall = 'services.report';

/** The calls of Google Cloud that a seller makes (Commerce Producer, Partner Procurement, Service Control). */
export const createGcpCalls = (google: Google) => {
  const ask = async <Shape extends z.ZodType>(
    access: GoogleAccess,
    host: GoogleHost,
    what: string,
    path: string,
    shape: Shape,
    query?: Query,
  ): Promise<z.output<Shape>> =>
    (await google.send(access, host, { what, method: 'GET', path, ...(query ? { query } : {}) }, shape)).answer;

  const change = async <Shape extends z.ZodType>(
    access: GoogleAccess,
    host: GoogleHost,
    what: string,
    path: string,
    shape: Shape,
    json: Json = {},
  ): Promise<z.output<Shape>> => (await google.send(access, host, { what, method: 'POST', path, json }, shape)).answer;

  const parentOf = (access: GoogleAccess): string => `projects/${projectOf(access)}/locations/global`;
  const producer = (access: GoogleAccess): string => `/v1beta/projects/${part(projectOf(access))}/locations/global`;
  const service = (access: GoogleAccess, id: string): string => `${producer(access)}/services/${part(id)}`;
  const offer = (access: GoogleAccess, id: string): string => `${producer(access)}/privateOffers/${part(id)}`;
  const provider = (access: GoogleAccess): string => `/v1/providers/${part(providerOf(access))}`;
  const entitlement = (access: GoogleAccess, id: string): string => `${provider(access)}/entitlements/${part(id)}`;
  const account = (access: GoogleAccess, id: string): string => `${provider(access)}/accounts/${part(id)}`;

  return {
    parentOf,

    listServices: (access: GoogleAccess) =>
      everyPage((pageToken) =>
        ask(access, 'producer', 'services.list', `${producer(access)}/services`, Services, { pageSize, pageToken }),
      ),
    /** Lists at most one, which is allowed and changes nothing. */
    listOneService: (access: GoogleAccess) =>
      ask(access, 'producer', 'services.list', `${producer(access)}/services`, Services, { pageSize: '1' }),
    readService: (access: GoogleAccess, id: string) =>
      unlessGone(ask(access, 'producer', 'services.get', service(access, id), Service, { view: 'SERVICE_VIEW_FULL' })),
    listStandardOffers: (access: GoogleAccess, serviceId: string) =>
      everyPage((pageToken) =>
        ask(access, 'producer', 'standardOffers.list', `${service(access, serviceId)}/standardOffers`, StandardOffers, {
          pageSize,
          pageToken,
        }),
      ),
    listSkus: (access: GoogleAccess, serviceId: string) =>
      everyPage((pageToken) =>
        ask(access, 'producer', 'skus.list', `${service(access, serviceId)}/skus`, Skus, { pageSize, pageToken }),
      ),
    /** Of all services of the project. */
    listSkuGroups: (access: GoogleAccess) =>
      everyPage((pageToken) =>
        ask(access, 'producer', 'skuGroups.list', `${producer(access)}/skuGroups`, SkuGroups, { pageSize, pageToken }),
      ),
    /** Null: the service account may not read it. */
    readServiceConfig: (access: GoogleAccess, serviceId: string) =>
      unlessRefused(
        ask(access, 'serviceManagement', 'services.getConfig', `/v1/services/${part(serviceId)}/config`, ServiceConfig),
      ),

    /** As much as identifies which of them to read. */
    listPrivateOfferHeads: (access: GoogleAccess, query: Query) =>
      everyPage((pageToken) =>
        ask(access, 'producer', 'privateOffers.list', `${producer(access)}/privateOffers`, PrivateOfferHeads, {
          ...query,
          pageSize,
          pageToken,
        }),
      ),
    /** `pages`: only so many pages, from the first on. */
    listPrivateOffers: (access: GoogleAccess, query: Query = {}, pages?: number) =>
      everyPage(
        (pageToken) =>
          ask(access, 'producer', 'privateOffers.list', `${producer(access)}/privateOffers`, PrivateOffers, {
            ...query,
            pageSize,
            pageToken,
          }),
        { most: pages },
      ),
    readPrivateOffer: (access: GoogleAccess, id: string) =>
      unlessGone(
        ask(access, 'producer', 'privateOffers.get', offer(access, id), PrivateOffer, {
          view: 'PRIVATE_OFFER_VIEW_FULL',
        }),
      ),
    createPrivateOffer: (access: GoogleAccess, content: Json) =>
      change(access, 'producer', 'privateOffers.create', `${producer(access)}/privateOffers`, PrivateOffer, content),
    extendPrivateOffer: async (access: GoogleAccess, id: string, acceptDeadlineTime: Json) => {
      const query = { updateMask: 'acceptDeadlineTime' };
      const call = { what: 'privateOffers.patch', method: 'PATCH', path: offer(access, id), query } as const;
      return (await google.send(access, 'producer', { ...call, json: { acceptDeadlineTime } }, PrivateOffer)).answer;
    },
    publishPrivateOffer: (access: GoogleAccess, id: string) =>
      change(access, 'producer', 'privateOffers.publish', `${offer(access, id)}:publish`, PrivateOffer),
    cancelPrivateOffer: (access: GoogleAccess, id: string) =>
      change(access, 'producer', 'privateOffers.cancel', `${offer(access, id)}:cancel`, PrivateOffer),
    deletePrivateOffer: (access: GoogleAccess, id: string) =>
      unlessGone(
        google.send(
          access,
          'producer',
          { what: 'privateOffers.delete', method: 'DELETE', path: offer(access, id), query: { force: 'true' } },
          Nothing,
        ),
      ),
    /** Without their content, which is large. */
    listDocuments: (access: GoogleAccess, offerId: string) =>
      everyPage((pageToken) =>
        ask(access, 'producer', 'documents.list', `${offer(access, offerId)}/documents`, OfferDocuments, {
          fields: 'privateOfferDocuments(name,documentType),nextPageToken',
          pageSize: '10',
          pageToken,
        }),
      ),
    createDocument: (access: GoogleAccess, offerId: string, document: Json) =>
      change(access, 'producer', 'documents.create', `${offer(access, offerId)}/documents`, OfferDocument, document),
    resolveAmendmentTarget: (
      access: GoogleAccess,
      query: { targetBillingAccount: string; baseStandardOffer: string },
    ) =>
      ask(
        access,
        'producer',
        'privateOffers.resolveAmendmentTarget',
        `${producer(access)}/privateOffers:resolveAmendmentTarget`,
        AmendmentTarget,
        query,
      ),

    /** As much as identifies which of them to read. */
    listEntitlementHeads: (access: GoogleAccess, filter?: string) =>
      everyPage((pageToken) =>
        ask(access, 'procurement', 'entitlements.list', `${provider(access)}/entitlements`, EntitlementHeads, {
          filter,
          pageSize,
          pageToken,
        }),
      ),
    listEntitlements: (access: GoogleAccess, filter?: string) =>
      everyPage((pageToken) =>
        ask(access, 'procurement', 'entitlements.list', `${provider(access)}/entitlements`, Entitlements, {
          filter,
          pageSize,
          pageToken,
        }),
      ),
    readEntitlement: (access: GoogleAccess, id: string) =>
      unlessGone(ask(access, 'procurement', 'entitlements.get', entitlement(access, id), Entitlement)),
    approveEntitlement: (access: GoogleAccess, id: string) =>
      change(access, 'procurement', 'entitlements.approve', `${entitlement(access, id)}:approve`, Nothing),
    /** `verb`: `approvePlanChange` or `rejectPlanChange`. */
    answerPlanChange: (access: GoogleAccess, id: string, verb: string, body: Json) =>
      change(access, 'procurement', `entitlements.${verb}`, `${entitlement(access, id)}:${verb}`, Nothing, body),
    /** Only the full view has the reseller's billing account. */
    readAccount: (access: GoogleAccess, id: string) =>
      unlessGone(
        ask(access, 'procurement', 'accounts.get', account(access, id), Account, { view: 'ACCOUNT_VIEW_FULL' }),
      ),
    approveAccount: (access: GoogleAccess, id: string) =>
      change(access, 'procurement', 'accounts.approve', `${account(access, id)}:approve`, Nothing, {
        approvalName: 'signup',
      }),

    check: (access: GoogleAccess, serviceName: string, operation: Json) =>
      change(access, 'serviceControl', 'services.check', `/v1/services/${part(serviceName)}:check`, CheckAnswer, {
        operation,
      }),
    report: (access: GoogleAccess, serviceName: string, operations: readonly Json[]) =>
      google.send(
        access,
        'serviceControl',
        {
          what: reportCall,
          method: 'POST',
          path: `/v1/services/${part(serviceName)}:report`,
          json: { operations },
        },
        ReportAnswer,
      ),
  };
};

export type GcpCalls = ReturnType<typeof createGcpCalls>;
