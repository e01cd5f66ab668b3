import { z } from 'zod';
import type { MessageEnvelope, MessageHint, MessageReceiver } from '../../messages.ts';

/** Amazon EventBridge's envelope. Its content is free-form, so everything but the id is parsed leniently. */
const envelope = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  source: z.string().max(256),
  'detail-type': z.string().min(1).max(256),
  detail: z.record(z.string(), z.unknown()).optional(),
});

const idIn = (value: unknown, pattern: RegExp): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null;

const agreementId = /^agmt-[A-Za-z0-9]{1,64}$/;
const authorizationId = /^resaleauthz-[A-Za-z0-9]{1,52}$/;
const offerId = /^offer-[A-Za-z0-9]{1,64}$/;
const productId = /^(prod-[A-Za-z0-9]{1,64}|[0-9a-f-]{36})$/;
const licenseArn = /^arn:aws[a-z-]*:license-manager:[a-z0-9-]*:\d*:license:l-[0-9a-f]{1,64}$/;

/**
 * Sent to a manufacturer that is not the proposer: one that is both gets only the event for proposers. The terms of an
 * agreement are shown to those that "participated in as proposer or acceptor" (GetAgreementTerms of the Agreement Service), so
 * reading it would fail. Events of licenses go to manufacturers alone, also about their own agreements.
 */
const toManufacturer = /^Purchase Agreement .* - Manufacturer$/;

const field = (detail: Record<string, unknown>, name: string, member: string): unknown => {
  const inner = detail[name];
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[member] : undefined;
};

const readEventEnvelope = (body: unknown): MessageEnvelope | null => {
  const read = envelope.safeParse(body);
  if (!read.success) return null;
  const { id, detail = {} } = read.data;
  return {
    id,
    // CloudTrail's events spell it requestID.
    requestId: idIn(detail.requestId ?? detail.requestID, /^[\x21-\x7e]{1,128}$/),
    type: read.data['detail-type'],
    body: body as Record<string, unknown>,
  };
};

/**
 * The AWS Marketplace entity that an event is about. Events of agreements, licenses and cancellation requests all name
 * the agreement; those of change sets are left to the run that started the set, which polls for its end.
 */
const readEventHint = (body: unknown): MessageHint => {
  const read = envelope.safeParse(body);
  if (!read.success) return { about: 'NOTHING' };
  const { source, detail = {} } = read.data;
  if (source === 'aws.agreement-marketplace') {
    const id = idIn(field(detail, 'agreement', 'id'), agreementId);
    if (id !== null) {
      const deprovisioned = read.data['detail-type'].includes('Deprovisioned');
      const arn = deprovisioned ? null : idIn(field(detail, 'license', 'arn'), licenseArn);
      const authorization = idIn(field(detail, 'resaleAuthorization', 'id'), authorizationId);
      const resale = authorization === null ? {} : { authorizationId: authorization };
      const cancellation = detail.agreementCancellationRequest === undefined ? {} : { cancellation: true as const };
      return {
        about: 'AGREEMENT',
        agreementId: id,
        licenseArn: arn,
        licenseEnded: deprovisioned,
        ...cancellation,
        ...resale,
        ...(toManufacturer.test(read.data['detail-type']) ? { isOthers: true as const } : {}),
      };
    }
  }
  if (source === 'aws.marketplacecatalog') {
    const offer = idIn(field(detail, 'offer', 'id'), offerId);
    if (offer !== null) return { about: 'OFFER', externalId: offer };
    const product = idIn(field(detail, 'product', 'id'), productId);
    if (product !== null) return { about: 'PRODUCT', entityId: product };
  }
  return { about: 'NOTHING' };
};

/** Events of an EventBridge API destination, authenticated by the secret of its address. */
export const awsMessages: MessageReceiver = {
  readEnvelopes: (body) => {
    const message = readEventEnvelope(body);
    return message && [message];
  },
  readHint: readEventHint,
};
