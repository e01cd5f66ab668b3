import type { ActCall } from '../../contract/call.ts';
import { isSameDocument } from '../../contract/reference/same-document.ts';
import { badRequest, requireFound } from '../../kit/errors.ts';
import { encodeId } from '../../kit/ids.ts';
import { nextStatus } from '../../kit/transitions.ts';
import { changeHere, changeProduct, refuseWhileChanging, withoutErrors } from './change.ts';
import { publicTermsOf } from './listing/listing.ts';
import { listingOf } from './listing/partners.ts';
import { changedPlans } from './listing/submission.ts';
import { isLocal, type PendingChange, type Product } from './product.ts';
import { productTransitions } from './states.ts';
import { lockProduct } from './store.ts';
import type { ProductView } from './view.ts';

/**
 * Locks the product and checks that its status allows the act and that no other change is in progress. Throws 404, 412,
 * 409.
 */
export const lockForChange = async (
  call: ActCall,
  productId: string,
  act: keyof typeof productTransitions,
): Promise<Product> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  call.checkVersion(old.version);
  nextStatus('Product', productTransitions, act, old);
  await refuseWhileChanging(call, old, act);
  return old;
};

/**
 * Requests a change from the partner. The record shows the partner's state, so it stays unchanged except for `ours`
 * (data that only we keep), and `metaInfo.updateMessage` says that a change is in progress.
 */
export const requestChange = async (
  call: ActCall,
  old: Product,
  pending: PendingChange,
  ours: Partial<Product> = {},
): Promise<ProductView> => {
  const meta = withoutErrors(ours.meta_info ?? old.meta_info);
  const view = await changeProduct(
    call,
    old,
    {
      ...ours,
      pending_change: pending,
      meta_info: { ...meta, updateMessage: `A change is in progress at ${old.partner}.` },
    },
    'product.update_requested',
  );
  const entityId = encodeId('prod', old.id);
  await call.start('product.update', { productId: old.id }, { entityId, partner: old.partner });
  return view;
};

const pricedMembers = [
  'currency',
  'commits',
  'dimensions',
  'eulaType',
  'eulaUrl',
  'refundCancellationPolicy',
] as const satisfies (keyof Product['info'])[];

const pick = (info: Product['info']): Product['info'] =>
  Object.fromEntries(pricedMembers.filter((name) => info[name] !== undefined).map((name) => [name, info[name]]));

/** Without empty texts, which partners show and which requests are read without (decision 0052). */
const withoutEmptyTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmptyTexts);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== '')
      .map(([name, member]) => [name, withoutEmptyTexts(member)]),
  );
};

const saysTheSame = (left: Product['info'], right: Product['info']): boolean =>
  isSameDocument({ it: withoutEmptyTexts(pick(left)) }, { it: withoutEmptyTexts(pick(right)) });

/**
 * Applies prices and terms that passed the checks: locally if only we have the product, otherwise as a request to the
 * partner.
 */
export const requestPrices = async (
  call: ActCall,
  old: Product,
  info: Product['info'],
  act: 'product.price' | 'product.pricing',
): Promise<ProductView> => {
  if (isLocal(old)) return changeHere(call, old, { info });
  const { sellerNotes: _before, ...rest } = old.info;
  const ours = { ...rest, ...(info.sellerNotes === undefined ? {} : { sellerNotes: info.sellerNotes }) };
  if (saysTheSame(old.info, info)) return changeHere(call, old, { info: ours });
  const entityId = old.entity_id ?? '';
  const plans = changedPlans(old, { ...old, info });
  const [before, after] = [publicTermsOf(old.info), publicTermsOf(info)];
  const terms = {
    legal: isSameDocument({ it: before.legal }, { it: after.legal }) ? null : after.legal,
    refundPolicy: before.refundPolicy === after.refundPolicy ? null : after.refundPolicy,
  };
  const saysNothing = plans.length === 0 && terms.legal === null && terms.refundPolicy === null;
  const all = listingOf(old.partner).plansOf(info);
  if (act === 'product.pricing' && all.length === 0)
    throw badRequest([{ path: 'commits', code: 'no_price', message: 'terms require prices, but none are set' }]);
  if (saysNothing) return changeHere(call, old, { info: { ...ours, ...pick(info) } });
  return requestChange(
    call,
    old,
    {
      change: act === 'product.price' ? { act, entityId, plans } : { act, entityId, plans: all, terms },
      outcome: { info: pick(info) },
    },
    { info: ours },
  );
};
