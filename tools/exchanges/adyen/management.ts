import { documentOf } from '../written/document.ts';
import { anyObject, bool, listOf, object, someText, text, whole } from '../written/shapes.ts';

/**
 * The operations of Adyen's Management API that the service uses. Source: Adyen's OpenAPI ManagementService-v3
 * (MeApiCredential, Merchant, ListMerchantResponse, RestServiceError), which is not among the published files beside
 * the repository.
 */

const link = object({ href: text });
const links = (...names: readonly string[]) => object({}, Object.fromEntries(names.map((name) => [name, link])));
const allowedOrigins = listOf(object({ domain: text }, { id: text, _links: links('self') }));

const me = object(
  { active: bool, allowedIpAddresses: listOf(text), clientKey: text, id: text, roles: listOf(text), username: text },
  {
    ...{ allowedOrigins, associatedMerchantAccounts: listOf(text), companyName: text, description: text },
    _links: links(
      'self',
      'allowedOrigins',
      'apiCredential',
      'company',
      'generateApiKey',
      'generateClientKey',
      'merchant',
    ),
  },
);
const merchant = object(
  {},
  {
    ...{ captureDelay: text, companyId: text, defaultShopperInteraction: text, id: text, merchantCity: text },
    ...{ dataCenters: listOf(object({}, { livePrefix: text, name: text })), description: text, name: text },
    ...{ pricingPlan: text, primarySettlementCurrency: text, reference: text, shopWebAddress: text, status: text },
    _links: links('self', 'apiCredentials', 'apiCredential', 'users', 'webhooks'),
  },
);
const merchants = object(
  { itemsTotal: whole, pagesTotal: whole },
  { data: listOf(merchant), _links: links('self', 'first', 'last', 'next', 'prev') },
);
/** RFC 7807, as Adyen's newer APIs return it. */
const problem = object(
  { type: text, errorCode: someText, title: text, detail: text, status: whole },
  {
    ...{ instance: text, requestId: text, response: anyObject },
    invalidFields: listOf(object({ name: text, value: text, message: text })),
  },
);
const refusals = { 400: problem, 401: problem, 403: problem, 404: problem, 422: problem, 500: problem };

export const management = documentOf({
  'GET /me': { answers: { 200: me, ...refusals } },
  'GET /merchants': {
    query: { optional: { pageNumber: whole, pageSize: whole } },
    answers: { 200: merchants, 204: null, ...refusals },
  },
  'GET /merchants/{merchantId}': { answers: { 200: merchant, ...refusals } },
});
