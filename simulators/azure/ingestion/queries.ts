import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { type ApiCall, iso, objectOf, textOf } from '../api/call.ts';
import { ingestionRefusal } from '../api/refusal.ts';
import { documentsOf, externalIdOf, resourcesOf, typeOf } from '../catalog/plan.ts';
import { type Json, type Resource, readSettings, type Submission, type Target } from '../state.ts';
import { privateOfferView } from './private-offer-view.ts';
import { resourceTypes } from './resource-types.ts';

const schemaHost = 'https://schema.mp.microsoft.com/schema';

/** The draft of any resource by its durable ID, as returned by the API; null if the publisher has no such resource. */
export const documentOf = ({ simulation, publisher, origin }: ApiCall, id: string): Json | null => {
  const { store } = simulation;
  const offer = store.get('privateOffers', id);
  if (offer) return offer.publisherId === publisher.id ? privateOfferView(store, offer, origin) : null;
  const submission = store.get('submissions', id);
  if (submission) return submission.publisherId === publisher.id ? submissionView(submission) : null;
  const resource = store.get('resources', id);
  return resource?.publisherId === publisher.id ? (resource.draft ?? null) : null;
};

export const getResource = (call: ApiCall, id: string): HttpAnswer => {
  const document = documentOf(call, id);
  if (!document) throw ingestionRefusal(404, 'notFound', `The resource '${id}' is not found.`);
  return jsonAnswer(200, document);
};

const submissionView = (submission: Submission): Json => ({
  $schema: submission.schema,
  id: submission.id,
  product: submission.productId,
  target: { targetType: submission.target },
  lifecycleState: 'generallyAvailable',
  status: submission.status,
  result: submission.result,
  created: iso(submission.createdAt),
});

const ownProduct = ({ simulation, publisher }: ApiCall, reference: string): Resource => {
  const id = reference.startsWith('product/') ? reference : `product/${reference}`;
  const product = simulation.store.get('resources', id);
  if (product?.publisherId !== publisher.id || product.type !== 'product')
    throw ingestionRefusal(404, 'notFound', `The product '${reference}' is not found.`);
  return product;
};

const targetOf = (query: Record<string, string>): Target => {
  const text = (query.targettype ?? 'draft').replaceAll('"', '');
  if (text !== 'draft' && text !== 'preview' && text !== 'live')
    throw ingestionRefusal(400, 'badRequest', "'targetType' must be draft, preview or live.");
  return text;
};

/** All resources of a product in an environment. */
export const getTree = (call: ApiCall): HttpAnswer => {
  const product = ownProduct(call, call.params.productId ?? '');
  const target = targetOf(call.query);
  // dstarr/partner-center-cli: "`live` returns HTTP 400 for a product that has never been published."
  if (target === 'live' && product.live === null)
    throw ingestionRefusal(400, 'badRequest', `The product '${product.id}' has not been published.`);
  const rows = resourcesOf(call.simulation.store, product.id).filter(
    (row) => resourceTypes[row.type]?.isApart !== true,
  );
  return jsonAnswer(200, {
    $schema: `${schemaHost}/resource-tree/${call.query.$version}`,
    root: product.id,
    target: { targetType: target },
    resources: rows.map((row) => row[target]).filter((document) => document !== null),
  });
};

export const listProducts = (call: ApiCall): HttpAnswer => {
  const { query } = call;
  const externalId = query.externalid;
  return page(
    call,
    ownDrafts(call, 'product').filter(
      (draft) =>
        (externalId === undefined || externalIdOf(draft) === externalId) &&
        (query.type === undefined || draft.type === query.type),
    ),
  );
};

export const listPlans = (call: ApiCall): HttpAnswer => {
  const { query } = call;
  if (query.product === undefined) throw ingestionRefusal(400, 'badRequest', "'product' is required.");
  const product = ownProduct(call, query.product);
  const externalId = query.externalid;
  const plans = ownDrafts(call, 'plan').filter((draft) => draft.product === product.id);
  return page(
    call,
    plans.filter((draft) => externalId === undefined || externalIdOf(draft) === externalId),
  );
};

const ownDrafts = ({ simulation, publisher }: ApiCall, type: string): Json[] => {
  const rows = simulation.store.list('resources').filter((row) => row.publisherId === publisher.id);
  return rows
    .filter((row) => row.type === type)
    .map((row) => row.draft)
    .filter((draft) => draft !== null);
};

/** The active submissions of a product; without a target, also the draft. */
export const listSubmissions = (call: ApiCall): HttpAnswer => {
  const product = ownProduct(call, call.params.productId ?? '');
  const target = call.query.targettype === undefined ? null : targetOf(call.query);
  const rows = call.simulation.store.list('submissions').filter((row) => row.productId === product.id);
  // What went live is also the preview, until there is a newer one.
  const inPreview = rows.some((row) => row.target === 'preview') ? 'preview' : 'live';
  const wanted = rows.filter((row) => target === null || row.target === (target === 'preview' ? inPreview : target));
  const draft = {
    $schema: `${schemaHost}/submission/2022-03-01-preview2`,
    id: `submission/${product.id.slice('product/'.length)}/0`,
    product: product.id,
    target: { targetType: 'draft' },
  };
  return page(call, [...(target === null || target === 'draft' ? [draft] : []), ...wanted.map(submissionView)]);
};

export const listPrivateOffers = (call: ApiCall): HttpAnswer => {
  const { store } = call.simulation;
  const offers = store.list('privateOffers').filter((row) => row.publisherId === call.publisher.id);
  const views = offers.map((row) => privateOfferView(store, row, call.origin));
  if (readSettings(store).privateOfferList === 'value') return page(call, views);
  return page(call, views.map(summaryOf), { items: 'privateOffers', path: call.request.path.replace(/\/query$/, '') });
};

const summaryMembers = [
  ...['$schema', 'id', 'name', 'privateOfferType', 'offerPricingType', 'state', 'subState'],
  ...['variableStartDate', 'start', 'end', 'acceptBy', 'lastModified'],
];
const summaryOf = (view: Json): Json =>
  Object.fromEntries(summaryMembers.flatMap((name) => (view[name] === undefined ? [] : [[name, view[name]]])));

/** The current prices of a live plan, in the form of a private offer's absolute prices. */
export const getPriceTemplate = (call: ApiCall): HttpAnswer => {
  const { store } = call.simulation;
  const product = ownProduct(call, call.params.productId ?? '');
  const wanted = textOf(call.query.plan) ?? '';
  const documents = documentsOf(store, product.id, 'live');
  const plan = documents.find(
    (item) =>
      typeOf(item) === 'plan' &&
      [String(item.id), String(item.id).split('/')[2]].includes(wanted.replace(/^plan\/(?!.*\/)/, '')),
  );
  const priced = documents.find((item) => typeOf(item) === 'price-and-availability-plan' && item.plan === plan?.id);
  if (!plan || !priced) throw ingestionRefusal(404, 'notFound', `The plan '${wanted}' is not found.`);
  const { recurrentPrice, customMeters } = objectOf(priced.pricing);
  return jsonAnswer(200, {
    $schema: `${schemaHost}/price-and-availability-private-offer-plan/${call.query.$version}`,
    product: product.id,
    plan: plan.id,
    offerPricingType: 'editExistingOfferPricingOnly',
    pricing: { ...(recurrentPrice ? { recurrentPrice } : {}), ...(customMeters ? { customMeters } : {}) },
  });
};

const page = (
  { simulation, query, request, origin }: ApiCall,
  rows: Json[],
  { items = 'value', path = request.path }: { items?: string; path?: string } = {},
): HttpAnswer => {
  const asked = Number(query.$maxpagesize ?? readSettings(simulation.store).pageSize);
  if (!Number.isSafeInteger(asked) || asked < 1)
    throw ingestionRefusal(400, 'badRequest', "'$maxpagesize' must be a positive whole number.");
  const token = query.continuationtoken ?? '';
  const from = token === '' ? 0 : Number(Buffer.from(token, 'base64url').toString('utf8'));
  if (!Number.isSafeInteger(from) || from < 0)
    throw ingestionRefusal(400, 'badRequest', "The 'continuationToken' is invalid.");
  const value = rows.slice(from, from + asked);
  if (from + asked >= rows.length) return jsonAnswer(200, { [items]: value });
  const next = new URLSearchParams(request.query);
  next.set('continuationToken', Buffer.from(String(from + asked)).toString('base64url'));
  return jsonAnswer(200, { [items]: value, '@nextLink': `${origin}${path}?${next}` });
};
