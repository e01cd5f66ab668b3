import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { badRequest, type Fault, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { findOfferedProduct } from '../lookup-store.ts';
import type { OfferWithContacts } from '../offer.ts';
import { refuseMember } from '../offer-set/refuse-member.ts';
import { mergeDimensions } from '../repricing.ts';
import type { UpdateOfferPrice } from '../schema.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { checkAmount, faultsIf } from '../submission/checks.ts';
import { viewOffer } from '../view.ts';
import { refuseConcurrentUpdate, withoutMessages } from './refuse-concurrent-update.ts';

type Body = z.output<typeof UpdateOfferPrice>;

const maxRates = 800;
const rateDecimals = 8;
const keyPattern = /^[A-Za-z0-9_.-]{1,100}$/;

/**
 * Prices can be changed and added, including for dimensions that the product does not have yet; none can be dropped.
 */
const checkPrices = ({ info }: OfferWithContacts, { dimensions }: Body, known: ReadonlySet<string>): Fault[] => {
  const keys = dimensions.map(({ key }) => key);
  return [
    ...faultsIf(
      [info.currency === undefined, 'info.currency', 'required', 'the offer has no currency'],
      [
        (info.dimensions ?? []).length === 0,
        'dimensions',
        'no_usage',
        'the offer has no usage prices, and terms of another kind cannot be added to a released offer',
      ],
      [
        mergeDimensions(info.dimensions, dimensions).length > maxRates,
        'dimensions',
        'too_many',
        `must come to at most ${maxRates} with those of the offer`,
      ],
    ),
    ...dimensions.flatMap(({ key = '', name = '', description = '', rate }, index) => {
      const at = `dimensions.${index}`;
      const isNew = !known.has(key);
      return [
        ...faultsIf(
          [!keyPattern.test(key), `${at}.key`, 'key', 'must have 1 to 100 letters, digits, "_", "." or "-"'],
          [keys.indexOf(key) < index, `${at}.key`, 'duplicate', 'this dimension is priced twice'],
          [isNew && (name === '' || name.length > 80), `${at}.name`, 'name', 'of a new dimension: 1 to 80 characters'],
          [
            isNew && (description === '' || description.length > 1000),
            `${at}.description`,
            'description',
            'of a new dimension: 1 to 1000 characters',
          ],
        ),
        ...checkAmount(`${at}.rate`, rate, rateDecimals),
      ];
    }),
  ];
};

/**
 * Asks the partner to add or change usage prices of a released private offer. Prices that already apply change nothing.
 */
export const updateOfferPrice = async (
  call: ActCall,
  { params, body }: { params: { offerId: string }; body: Body },
) => {
  const old = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(old.version);
  requireCapability('offerPrice', old.partner);
  const status = nextStatus('Offer', offerTransitions, 'reprice', old);
  await refuseMember(call, old);
  refuseConcurrentUpdate(old);
  const product = old.product_id === null ? undefined : await findOfferedProduct(call.db, old.product_id);
  const known = new Set((product?.info.dimensions ?? []).flatMap(({ key }) => key ?? []));
  const faults = checkPrices(old, body, known);
  if (faults.length > 0) throw badRequest(faults);
  const dimensions = mergeDimensions(old.info.dimensions, body.dimensions);
  if (isSameDocument(dimensions, old.info.dimensions ?? [])) return viewOffer(call.orgId, old);
  const change = {
    status,
    status_before: old.status,
    pending: { kind: 'PRICE' as const, dimensions },
    meta_info: withoutMessages(old.meta_info),
  };
  const view = await changeOffer(call, old, change, 'offer.reprice_requested');
  await watchTimes(call, { ...old, ...change });
  await call.start('offer.reprice', { offerId: old.id }, { entityId: encodeId('offer', old.id), partner: old.partner });
  return view;
};
