import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { describeEntity } from '../catalog/entity-view.ts';
import { accountId, calendarDate, uniqueList } from '../catalog/fields.ts';
import { legalTerm, netPaymentTerm, paymentScheduleTerm, pricingTerm } from '../catalog/offer-terms.ts';
import { newEntityId } from '../entity-id.ts';
import type { AwsReader, AwsTables, ResaleAuthorization, Term } from '../state.ts';
import { checkSeedPricing } from './check-pricing.ts';
import { requireProduct } from './product-routes.ts';

const body = z.strictObject({
  productId: z.string(),
  resellerAccountId: accountId,
  name: z.string().min(1).max(150).default('Resale authorization'),
  description: z.string().min(1).max(255).default('Resale authorization'),
  buyerAccountIds: uniqueList(accountId, 0, 25).default([]),
  availabilityEndDate: calendarDate.optional(),
  offersMax: z.int().min(1).optional(),
  terms: z.array(z.union([pricingTerm, paymentScheduleTerm, legalTerm, netPaymentTerm])).min(1),
});

/** Resale authorizations: what a manufacturer lets a channel partner sell. */
export const resaleRoutes: ControlRoutes<AwsTables> = {
  'GET /resale-authorization': ({ simulation }) => ({
    value: { resaleAuthorizations: listAuthorizations(simulation.store).map(authorizationView) },
  }),

  'POST /resale-authorization': ({ simulation, body: given }) => {
    const wanted = readControlBody(body, given);
    return change(simulation, (transaction) => {
      const product = requireProduct(transaction, wanted.productId);
      if (transaction.get('accounts', wanted.resellerAccountId)?.kind !== 'seller') {
        throw controlError(404, `there is no seller account ${wanted.resellerAccountId}`);
      }
      const terms = wanted.terms as Term[];
      checkSeedPricing(product, terms);
      const authorization: ResaleAuthorization = {
        type: 'ResaleAuthorization',
        id: newEntityId(transaction, 'ResaleAuthorization'),
        accountId: product.accountId,
        revision: 1,
        createdAt: transaction.at,
        modifiedAt: transaction.at,
        name: wanted.name,
        description: wanted.description,
        productId: product.id,
        resellerAccountId: wanted.resellerAccountId,
        status: 'Active',
        terms,
        buyerAccounts: wanted.buyerAccountIds,
        availabilityEndDate: wanted.availabilityEndDate ?? null,
        offersMax: wanted.offersMax ?? null,
        offerIds: [],
      };
      transaction.put('entities', authorization);
      return { value: authorizationView(authorization), created: true };
    });
  },

  'POST /resale-authorization/:id/restrict': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const authorization = listAuthorizations(transaction).find(({ id }) => id === params.id);
      if (!authorization) throw controlError(404, `there is no resale authorization ${params.id}`);
      const restricted: ResaleAuthorization = {
        ...authorization,
        status: 'Restricted',
        revision: authorization.revision + 1,
        modifiedAt: transaction.at,
      };
      transaction.put('entities', restricted);
      return { value: authorizationView(restricted) };
    }),
};

const listAuthorizations = (reader: AwsReader): ResaleAuthorization[] =>
  reader.list('entities').filter((entity) => entity.type === 'ResaleAuthorization');

const authorizationView = (authorization: ResaleAuthorization): Record<string, unknown> => ({
  resaleAuthorizationId: authorization.id,
  productId: authorization.productId,
  resellerAccountId: authorization.resellerAccountId,
  status: authorization.status,
  offerIds: authorization.offerIds,
  entity: describeEntity(authorization),
});
