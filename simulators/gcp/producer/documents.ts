import { z } from 'zod';
import { invalidFields, notFound, refusal } from '../errors.ts';
import { answerPage } from '../paging.ts';
import type { ApiCall, Route } from '../route.ts';
import {
  type GcpChange,
  type GcpReader,
  type Json,
  nextUpdate,
  type OfferDocument,
  type PrivateOffer,
} from '../state.ts';
import { parentName, parentPath } from './names.ts';
import { protoEnum } from './offer-schema.ts';
import { findOffer } from './private-offers.ts';

const path = `${parentPath}/privateOffers/:offer/documents`;
const one = `${path}/:document`;
const contentMax = 4 * 1024 * 1024;

const listDocuments = (call: ApiCall): Json => {
  const offer = findOffer(call);
  const rows = call.store.list('documents').filter(({ offerId }) => offerId === offer.id);
  return answerPage(call, rows, {
    field: 'privateOfferDocuments',
    sizeDefault: 500,
    sizeMax: 500,
    view: (row) => view(call, row),
  });
};

const createDocument = (call: ApiCall): Json => {
  const document = call.write((transaction): OfferDocument => {
    const offer = findDraft(call, transaction);
    const content = readDocument(call.body, othersOf(transaction, offer, null));
    const created: OfferDocument = {
      id: `${offer.id}/${transaction.ids.uuid()}`,
      offerId: offer.id,
      content,
      createdAt: transaction.at,
      updatedAt: transaction.at,
    };
    transaction.put('documents', created);
    return created;
  });
  return view(call, document);
};

const updateDocument = (call: ApiCall): Json => {
  call.write((transaction) => {
    const offer = findDraft(call, transaction);
    const document = findDocument(call, transaction);
    const content = readDocument({ ...document.content, ...call.body }, othersOf(transaction, offer, document.id));
    transaction.put('documents', { ...document, content, updatedAt: nextUpdate(transaction, document) });
  });
  return view(call, findDocument(call));
};

const deleteDocument = (call: ApiCall): Json => {
  call.write((transaction) => {
    findDraft(call, transaction);
    transaction.remove('documents', findDocument(call, transaction).id);
  });
  return {};
};

export const documentRoutes: Route[] = [
  { name: 'ListPrivateOfferDocuments', method: 'GET', path, run: listDocuments },
  { name: 'CreatePrivateOfferDocument', method: 'POST', path, run: createDocument },
  { name: 'GetPrivateOfferDocument', method: 'GET', path: one, run: (call) => view(call, findDocument(call)) },
  { name: 'UpdatePrivateOfferDocument', method: 'PATCH', path: one, run: updateDocument },
  { name: 'DeletePrivateOfferDocument', method: 'DELETE', path: one, run: deleteDocument },
];

const custom = 'CUSTOM_END_USER_LICENSE_AGREEMENT';
const standard = 'STANDARD_END_USER_LICENSE_AGREEMENT_V2';

const documentBody = z.strictObject({
  name: z.unknown().optional(),
  createTime: z.unknown().optional(),
  updateTime: z.unknown().optional(),
  documentType: protoEnum([
    'DOCUMENT_TYPE_UNSPECIFIED',
    custom,
    'STATEMENT_OF_WORK',
    'STANDARD_END_USER_LICENSE_AGREEMENT_V1',
    standard,
  ]),
  mimeType: z.literal(['', 'application/pdf']).optional(),
  inlineContent: z.base64().optional(),
});

const view = ({ seller }: ApiCall, { id, content, createdAt, updatedAt }: OfferDocument): Json => {
  const [offer, document] = id.split('/');
  return {
    name: `${parentName(seller)}/privateOffers/${offer}/documents/${document}`,
    ...content,
    createTime: new Date(createdAt).toISOString(),
    updateTime: new Date(updatedAt).toISOString(),
  };
};

const findDocument = (call: ApiCall, reader: GcpReader = call.store): OfferDocument => {
  const document = reader.get('documents', `${findOffer(call, reader).id}/${call.params.document}`);
  if (!document) throw notFound();
  return document;
};

/** Documents can change only while the offer is a draft. */
const findDraft = (call: ApiCall, reader: GcpReader): PrivateOffer => {
  const offer = findOffer(call, reader);
  if (offer.state !== 'DRAFT') {
    throw refusal('FAILED_PRECONDITION', `The documents of a private offer in state ${offer.state} cannot change.`);
  }
  return offer;
};

/** Checks a document; `others` are the offer's other documents. */
const readDocument = (body: Json, others: OfferDocument[]): Json => {
  const result = documentBody.safeParse(body);
  if (!result.success) {
    throw invalidFields(
      result.error.issues.map(({ path: at, message }) => ({
        field: ['private_offer_document', ...at].join('.'),
        description: message,
      })),
    );
  }
  const { documentType, mimeType, inlineContent } = result.data;
  const fault = (field: string, description: string): Error =>
    invalidFields([{ field: `private_offer_document.${field}`, description }]);
  if (documentType === 'DOCUMENT_TYPE_UNSPECIFIED') throw fault('document_type', 'must be set');
  if (documentType === 'STANDARD_END_USER_LICENSE_AGREEMENT_V1') {
    throw fault('document_type', 'is not permitted for new offers');
  }
  if (documentType === standard && (mimeType || inlineContent)) throw fault('inline_content', 'must not be set');
  if (documentType !== standard && !(mimeType && inlineContent)) throw fault('inline_content', 'must be set');
  if (Buffer.byteLength(inlineContent ?? '', 'base64') > contentMax)
    throw fault('inline_content', 'is larger than 4 MB');
  if (others.some(({ content }) => content.documentType === documentType)) {
    throw fault('document_type', 'the offer already has a document of this type');
  }
  return { documentType, ...(mimeType ? { mimeType } : {}), ...(inlineContent ? { inlineContent } : {}) };
};

const othersOf = (transaction: GcpChange, offer: PrivateOffer, id: string | null): OfferDocument[] =>
  transaction.list('documents').filter((row) => row.offerId === offer.id && row.id !== id);
