import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { standardOfferName } from '../producer/listings.ts';
import { parentName } from '../producer/names.ts';
import type { GcpChange, GcpReader, GcpTables, Json, Seller, Service, Sku, StandardOffer } from '../state.ts';
import { findSeller } from './account-routes.ts';
import { findRow } from './find.ts';

const price = z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be decimal text');
const metricBody = z.looseObject({
  name: z.string().regex(/^[A-Za-z][\w.-]{0,62}$/),
  type: z.enum(['INT64', 'DOUBLE']).default('INT64'),
  unit: z.string().default('1'),
  description: z.string().optional(),
  price,
});
const planBody = z.looseObject({
  plan: z.string().regex(/^[A-Za-z][\w.-]{0,62}$/),
  title: z.string().optional(),
  monthlyPrice: price.optional(),
  termMonths: z.array(z.int().min(1).max(60)).min(1).default([1]),
  metrics: z.array(metricBody).default([]),
  skuGroup: z.string().optional(),
});
const productBody = z.looseObject({
  accountId: z.string().optional(),
  title: z.string().min(1),
  service: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{2,120}$/)
    .optional(),
  autoApproval: z.boolean().default(false),
  multipleOrders: z.boolean().default(false),
  skuGroup: z.string().optional(),
  plans: z.array(planBody).min(1),
});
const changeBody = z.looseObject({ autoApproval: z.boolean().optional(), multipleOrders: z.boolean().optional() });

/** Listings, which a real seller creates in the Producer Portal: there is no API for that. */
export const productRoutes: ControlRoutes<GcpTables> = {
  'GET /product': ({ simulation }) => ({
    value: { products: simulation.store.list('services').map((row) => productView(simulation.store, row)) },
  }),

  'GET /product/:id': ({ simulation, params }) => ({
    value: productView(simulation.store, findRow(simulation.store, 'services', params.id)),
  }),

  'POST /product': ({ simulation, body }) => {
    const wanted = readControlBody(productBody, body);
    return change(simulation, (transaction) => {
      const seller = findSeller(transaction, wanted.accountId);
      const slug = wanted.title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      const id = wanted.service ?? `${slug}.endpoints.${seller.projectId}.cloud.goog`;
      const known = transaction.get('services', id);
      if (known && known.sellerId !== seller.id)
        throw controlError(409, `the product ${id} belongs to another account`);
      if (known) return { value: productView(transaction, known) };
      return { value: createProduct(transaction, seller, id, wanted), created: true };
    });
  },

  'PATCH /product/:id': ({ simulation, params, body }) => {
    const given = readControlBody(changeBody, body);
    return change(simulation, (transaction) => {
      const service = findRow(transaction, 'services', params.id);
      const changed: Service = {
        ...service,
        autoApproval: given.autoApproval ?? service.autoApproval,
        multipleOrders: given.multipleOrders ?? service.multipleOrders,
      };
      transaction.put('services', changed);
      return { value: productView(transaction, changed) };
    });
  },
};

const createProduct = (
  transaction: GcpChange,
  seller: Seller,
  id: string,
  wanted: z.output<typeof productBody>,
): Json => {
  const { title, autoApproval, multipleOrders } = wanted;
  const service: Service = { id, sellerId: seller.id, title, autoApproval, multipleOrders };
  transaction.put('services', service);
  for (const plan of wanted.plans) createPlan(transaction, service, plan);
  if (wanted.skuGroup !== undefined) {
    const skus = transaction.list('skus').filter((sku) => sku.serviceId === id && sku.metric !== null);
    transaction.put('skuGroups', { id: wanted.skuGroup, sellerId: seller.id, skus: skus.map((sku) => sku.id) });
  }
  return productView(transaction, service);
};

const createPlan = (transaction: GcpChange, service: Service, plan: z.output<typeof planBody>): void => {
  if (plan.monthlyPrice === undefined && plan.metrics.length === 0) {
    throw controlError(400, `plan ${plan.plan} needs a monthlyPrice or metrics`);
  }
  const base = { serviceId: service.id, effectiveAt: transaction.at };
  const skuId = (): string => [4, 4, 4].map((length) => transaction.ids.hex(length).toUpperCase()).join('-');
  const skus: Sku[] = plan.metrics.map((metric) => ({
    ...base,
    id: skuId(),
    description: `${service.title} ${plan.plan} ${metric.name}`,
    price: metric.price,
    flatFee: false,
    metric: {
      name: `${service.id}/${metric.name}`,
      type: metric.type,
      unit: metric.unit,
      unitDescription: metric.description ?? metric.name,
    },
  }));
  const flat: Sku | null =
    plan.monthlyPrice === undefined
      ? null
      : {
          ...base,
          id: skuId(),
          description: `${service.title} ${plan.plan}`,
          price: plan.monthlyPrice,
          flatFee: true,
          metric: null,
        };
  for (const sku of flat ? [flat, ...skus] : skus) transaction.put('skus', sku);
  const { skuGroup } = plan;
  if (skuGroup !== undefined) {
    transaction.put('skuGroups', { id: skuGroup, sellerId: service.sellerId, skus: skus.map((sku) => sku.id) });
  }
  for (const termMonths of flat ? plan.termMonths : [null]) {
    transaction.put('standardOffers', {
      id: transaction.ids.uuid(),
      serviceId: service.id,
      serviceLevel: plan.plan,
      serviceLevelTitle: plan.title ?? plan.plan,
      termMonths,
      flatFeeSku: flat?.id ?? null,
      usageSkus: skus.map((sku) => sku.id),
      ...(skuGroup === undefined ? {} : { skuGroup }),
      createdAt: transaction.at,
      effectiveAt: transaction.at,
      expireAt: null,
    } satisfies StandardOffer);
  }
};

const productView = (reader: GcpReader, service: Service): Json => {
  const seller = findRow(reader, 'sellers', service.sellerId);
  const skus = reader.list('skus').filter(({ serviceId }) => serviceId === service.id);
  return {
    ...service,
    accountId: seller.id,
    name: `${parentName(seller)}/services/${service.id}`,
    standardOffers: reader
      .list('standardOffers')
      .filter(({ serviceId }) => serviceId === service.id)
      .map((offer) => ({
        id: offer.id,
        name: standardOfferName(seller, offer),
        plan: offer.serviceLevel,
        termMonths: offer.termMonths,
      })),
    skus: skus.map(({ id, description, price: amount, flatFee }) => ({ id, description, price: amount, flatFee })),
    metrics: skus.flatMap(({ metric }) => (metric ? [metric.name] : [])),
  };
};
