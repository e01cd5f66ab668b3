import { notFound } from '../errors.ts';
import { answerPage } from '../paging.ts';
import type { ApiCall, Route } from '../route.ts';
import { type GcpReader, type Json, type Seller, type Service, type Sku, type StandardOffer } from '../state.ts';
import { readTimeFilter } from './filter.ts';
import { moneyOf } from './money.ts';
import { checkParent, parentName, parentPath } from './names.ts';

const services = `${parentPath}/services`;
const groups = `${parentPath}/skuGroups`;

const listServices = (call: ApiCall): Json => {
  checkParent(call);
  const rows = call.store.list('services').filter(({ sellerId }) => sellerId === call.seller.id);
  return answerPage(call, rows, {
    ...paged,
    field: 'services',
    view: ({ id }) => ({ name: serviceName(call.seller, id) }),
  });
};

const getService = (call: ApiCall): Json => {
  const { id, title } = findService(call);
  return { name: serviceName(call.seller, id), ...(wantsFull(call) ? { title } : {}) };
};

const listSkus = (call: ApiCall): Json => {
  const service = findService(call);
  const rows = call.store.list('skus').filter(({ serviceId }) => serviceId === service.id);
  return answerPage(call, rows, { ...paged, field: 'skus', view: (sku) => skuView(call.seller, sku) });
};

const getSku = (call: ApiCall): Json => {
  const service = findService(call);
  const sku = call.store.get('skus', call.params.sku ?? '');
  if (sku?.serviceId !== service.id) throw notFound();
  return skuView(call.seller, sku);
};

const listStandardOffers = (call: ApiCall): Json => {
  const service = findService(call);
  const matches = readTimeFilter(call.query.get('filter') ?? '', ['effective_time', 'expire_time']);
  const rows = call.store
    .list('standardOffers')
    .filter((row) => row.serviceId === service.id)
    .filter((row) => matches({ effective_time: row.effectiveAt, expire_time: row.expireAt }));
  const view = (row: StandardOffer): Json => standardOfferView(call.store, call.seller, row, false);
  return answerPage(call, rows, { ...paged, field: 'standardOffers', view });
};

const getStandardOffer = (call: ApiCall): Json => {
  const service = findService(call);
  const offer = call.store.get('standardOffers', call.params.offer ?? '');
  if (offer?.serviceId !== service.id) throw notFound();
  return standardOfferView(call.store, call.seller, offer, wantsFull(call));
};

const listSkuGroups = (call: ApiCall): Json => {
  checkParent(call);
  const rows = call.store.list('skuGroups').filter(({ sellerId }) => sellerId === call.seller.id);
  return answerPage(call, rows, { ...paged, field: 'skuGroups', view: (row) => groupView(call, row) });
};

const getSkuGroup = (call: ApiCall): Json => {
  checkParent(call);
  const group = call.store.get('skuGroups', call.params.group ?? '');
  if (group?.sellerId !== call.seller.id) throw notFound();
  return groupView(call, group);
};

export const listingRoutes: Route[] = [
  { name: 'ListServices', method: 'GET', path: services, run: listServices },
  { name: 'GetService', method: 'GET', path: `${services}/:service`, run: getService },
  { name: 'ListSkus', method: 'GET', path: `${services}/:service/skus`, run: listSkus },
  { name: 'GetSku', method: 'GET', path: `${services}/:service/skus/:sku`, run: getSku },
  { name: 'ListStandardOffers', method: 'GET', path: `${services}/:service/standardOffers`, run: listStandardOffers },
  {
    name: 'GetStandardOffer',
    method: 'GET',
    path: `${services}/:service/standardOffers/:offer`,
    run: getStandardOffer,
  },
  { name: 'ListSkuGroups', method: 'GET', path: groups, run: listSkuGroups },
  { name: 'GetSkuGroup', method: 'GET', path: `${groups}/:group`, run: getSkuGroup },
];

const paged = { sizeDefault: 500, sizeMax: 500 };

/** Whether the call requests the full view; lists always return the basic one. */
export const wantsFull = (call: ApiCall): boolean => {
  // Clients that use enum numbers write 2.
  return /(_VIEW_FULL|^2)$/.test(call.query.get('view') ?? '');
};

const findService = (call: ApiCall): Service => {
  checkParent(call);
  const service = call.store.get('services', call.params.service ?? '');
  if (service?.sellerId !== call.seller.id) throw notFound();
  return service;
};

const serviceName = (seller: Seller, id: string): string => `${parentName(seller)}/services/${id}`;
const skuName = (seller: Seller, sku: Pick<Sku, 'id' | 'serviceId'>): string =>
  `${serviceName(seller, sku.serviceId)}/skus/${sku.id}`;

const skuView = (seller: Seller, sku: Sku): Json => {
  const price = moneyOf(sku.price);
  const kind = sku.metric
    ? {
        managedServiceMetricUsageFee: {
          canonicalMetric: canonicalMetric(sku.metric.name),
          tieredPrice: {
            unit: sku.metric.unit,
            unitDescription: sku.metric.unitDescription,
            priceUnitCount: { value: '1' },
            priceTiers: [{ startAmount: { value: '0' }, price }],
          },
        },
      }
    : { flatSubscriptionFee: { unit: 'mo', pricePerUnit: price } };
  return {
    name: skuName(seller, sku),
    description: sku.description,
    skuPriceTimeline: [{ effectiveTime: new Date(sku.effectiveAt).toISOString(), ...kind }],
  };
};

// Billing capitalizes the first letter of a metric's own name, whatever the service's configuration has.
const canonicalMetric = (name: string): string =>
  name.replace(/\/([a-z])/, (_, letter: string) => `/${letter.toUpperCase()}`);

/** The name of a standard offer. */
export const standardOfferName = (seller: Seller, { id, serviceId }: StandardOffer): string =>
  `${serviceName(seller, serviceId)}/standardOffers/${id}`;

const standardOfferView = (reader: GcpReader, seller: Seller, offer: StandardOffer, full: boolean): Json => {
  const names = (ids: string[]): string[] =>
    ids.flatMap((id) => {
      const sku = reader.get('skus', id);
      return sku ? [skuName(seller, sku)] : [];
    });
  const [flatFee] = offer.flatFeeSku === null ? [] : names([offer.flatFeeSku]);
  const usage = offer.skuGroup
    ? { skuGroupList: { skuGroups: [`${parentName(seller)}/skuGroups/${offer.skuGroup}`] } }
    : { skuList: { skus: names(offer.usageSkus) } };
  return {
    name: standardOfferName(seller, offer),
    createTime: new Date(offer.createdAt).toISOString(),
    updateTime: new Date(offer.createdAt).toISOString(),
    effectiveTime: new Date(offer.effectiveAt).toISOString(),
    ...(offer.expireAt === null ? {} : { expireTime: new Date(offer.expireAt).toISOString() }),
    serviceLevel: offer.serviceLevel,
    ...(full ? { serviceLevelTitle: offer.serviceLevelTitle } : {}),
    ...(offer.termMonths === null ? {} : { termDurationMonths: offer.termMonths }),
    priceModel: {
      ...(offer.usageSkus.length > 0 ? { usage } : {}),
      ...(flatFee ? { flatFee: { sku: flatFee } } : {}),
    },
  };
};

const groupView = (call: ApiCall, { id, skus }: { id: string; skus: string[] }): Json => {
  const names = skus.flatMap((sku) => {
    const row = call.store.get('skus', sku);
    return row ? [skuName(call.seller, row)] : [];
  });
  return { name: `${parentName(call.seller)}/skuGroups/${id}`, skus: names };
};
