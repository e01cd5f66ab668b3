import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { invalidFields, notFound, preconditionFailed, refusal } from '../errors.ts';
import { answerPage } from '../paging.ts';
import type { ApiCall, Route } from '../route.ts';
import { type GcpReader, type Json, nextUpdate, type PrivateOffer, readSettings } from '../state.ts';
import { amendmentTarget } from './amendment.ts';
import { applyMask } from './field-mask.ts';
import { readTimeFilter } from './filter.ts';
import { wantsFull } from './listings.ts';
import { checkParent, parentPath } from './names.ts';
import { baseOffer } from './offer-content.ts';
import { scheduleExpiry } from './offer-life.ts';
import { readPrivateOffer } from './offer-schema.ts';
import { offerView } from './offer-view.ts';
import { deadlineViolations } from './publish-deadline.ts';
import { publishViolations } from './publish-rules.ts';

const path = `${parentPath}/privateOffers`;
const one = `${path}/:offer`;

const listOffers = (call: ApiCall): Json => {
  checkParent(call);
  const matches = readTimeFilter(call.query.get('filter') ?? '', ['update_time']);
  const order = call.query.get('orderBy') ?? call.query.get('order_by') ?? '';
  if (!['', 'update_time', 'update_time asc', 'update_time desc'].includes(order)) {
    throw invalidFields([{ field: 'order_by', description: 'only update_time is supported' }]);
  }
  const rows = call.store
    .list('privateOffers')
    .filter(({ sellerId, updatedAt }) => sellerId === call.seller.id && matches({ update_time: updatedAt }));
  if (order !== '')
    rows.sort((a, b) => (order.endsWith('desc') ? b.updatedAt - a.updatedAt : a.updatedAt - b.updatedAt));
  const view = (row: PrivateOffer): Json => offerView(call.store, call.seller, row, false);
  return answerPage(call, rows, { field: 'privateOffers', sizeDefault: 500, sizeMax: 500, view });
};

const createOffer = (call: ApiCall): Json => {
  checkParent(call);
  const content = readPrivateOffer(call.body);
  const offer = call.write((transaction): PrivateOffer => {
    const draft: PrivateOffer = {
      id: transaction.ids.uuid(),
      sellerId: call.seller.id,
      content,
      state: 'DRAFT',
      serviceLevel: null,
      needsReview: false,
      reviewedAt: null,
      createdAt: transaction.at,
      updatedAt: transaction.at,
      publishedAt: null,
      acceptedAt: null,
      cancelledAt: null,
      endedAt: null,
      cancellationNote: null,
    };
    transaction.put('privateOffers', draft);
    return draft;
  });
  return offerView(call.store, call.seller, offer, true);
};

/** A draft may change entirely; in a published offer only the deadline may change, and only to a later one. */
const updateOffer = (call: ApiCall): Json => {
  const patch = readPrivateOffer(call.body);
  call.write((transaction) => {
    const offer = findOffer(call, transaction);
    const mask = call.query.get('updateMask') ?? call.query.get('update_mask');
    const { content, paths } = applyMask(offer.content, patch, mask);
    const changed: PrivateOffer = {
      ...offer,
      content: readPrivateOffer(content),
      updatedAt: nextUpdate(transaction, offer),
    };
    if (offer.state !== 'DRAFT') {
      const isDeadline = paths.length > 0 && paths.every((item) => /^acceptDeadlineTime(\.|$)/.test(item));
      if (offer.state !== 'PUBLISHED' || !isDeadline) {
        throw refusal('FAILED_PRECONDITION', `A private offer in state ${offer.state} cannot be edited.`);
      }
      const violations = deadlineViolations(transaction, changed, transaction.at, offer);
      if (violations.length > 0) throw invalidFields(violations);
      scheduleExpiry(transaction, changed);
    }
    transaction.put('privateOffers', changed);
  });
  return answerOffer(call, true);
};

const deleteOffer = (call: ApiCall): Json => {
  call.write((transaction) => {
    const offer = findOffer(call, transaction);
    if (offer.state !== 'DRAFT') throw refusal('FAILED_PRECONDITION', 'Only a draft can be deleted.');
    const documents = transaction.list('documents').filter(({ offerId }) => offerId === offer.id);
    if (documents.length > 0 && call.query.get('force') !== 'true') {
      throw refusal('FAILED_PRECONDITION', 'The private offer has documents. Use force to delete them as well.');
    }
    for (const { id } of documents) transaction.remove('documents', id);
    transaction.remove('privateOffers', offer.id);
  });
  return {};
};

const publishOffer = (call: ApiCall): Json => {
  call.write((transaction) => {
    const offer = findOffer(call, transaction);
    if (offer.state !== 'DRAFT') throw refusal('FAILED_PRECONDITION', `The private offer is ${offer.state}.`);
    const violations = publishViolations(transaction, call.seller, offer, transaction.at);
    if (violations.length > 0) throw invalidFields(violations);
    if (call.body.validateOnly === true) return;
    const publishing: PrivateOffer = {
      ...offer,
      state: 'PUBLISHING',
      serviceLevel: baseOffer(transaction, offer.content)?.serviceLevel ?? null,
      needsReview: /google-review/i.test(String(offer.content.title)),
      updatedAt: nextUpdate(transaction, offer),
    };
    transaction.put('privateOffers', publishing);
    const at = transaction.at + readSettings(transaction).publishDelayMs;
    scheduleDue(transaction, { kind: 'offer-publish', at, refId: offer.id });
    scheduleExpiry(transaction, publishing);
  });
  return answerOffer(call, true);
};

const cancelOffer = (call: ApiCall): Json => {
  call.write((transaction) => {
    const offer = findOffer(call, transaction);
    if (offer.state !== 'PUBLISHED' && offer.state !== 'PUBLISHING') throw preconditionFailed();
    unscheduleDue(transaction, offer.id, ['offer-publish', 'offer-expiry']);
    transaction.put('privateOffers', {
      ...offer,
      state: 'CANCELLED',
      cancelledAt: transaction.at,
      cancellationNote: typeof call.body.cancellationNote === 'string' ? call.body.cancellationNote : null,
      updatedAt: nextUpdate(transaction, offer),
    });
  });
  return answerOffer(call, true);
};

export const privateOfferRoutes: Route[] = [
  { name: 'ResolveAmendmentTarget', method: 'GET', path, verb: 'resolveAmendmentTarget', run: amendmentTarget },
  { name: 'ListPrivateOffers', method: 'GET', path, run: listOffers },
  { name: 'CreatePrivateOffer', method: 'POST', path, run: createOffer },
  { name: 'GetPrivateOffer', method: 'GET', path: one, run: (call) => answerOffer(call, wantsFull(call)) },
  { name: 'UpdatePrivateOffer', method: 'PATCH', path: one, run: updateOffer },
  { name: 'DeletePrivateOffer', method: 'DELETE', path: one, run: deleteOffer },
  { name: 'PublishPrivateOffer', method: 'POST', path: one, verb: 'publish', run: publishOffer },
  { name: 'CancelPrivateOffer', method: 'POST', path: one, verb: 'cancel', run: cancelOffer },
];

/** The private offer that a call is about. */
export const findOffer = (call: ApiCall, reader: GcpReader = call.store): PrivateOffer => {
  checkParent(call);
  const offer = reader.get('privateOffers', call.params.offer ?? '');
  if (offer?.sellerId !== call.seller.id) throw notFound();
  return offer;
};

const answerOffer = (call: ApiCall, full: boolean): Json => offerView(call.store, call.seller, findOffer(call), full);
