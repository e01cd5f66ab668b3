import { z } from 'zod';
import {
  type ControlCall,
  type ControlResult,
  type ControlRoutes,
  controlError,
  readControlBody,
} from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { amendAgreement } from '../agreement/amend-agreement.ts';
import { approveRequest, moveRequest } from '../agreement/cancellation.ts';
import { endAgreement } from '../agreement/end-agreement.ts';
import { createRenewalOffer } from '../agreement/renew-agreement.ts';
import type { Agreement, AwsReader, AwsTables, AwsTransaction, CancellationRequest } from '../state.ts';

const tokenLifeMs = 4 * 3_600_000;

const amendBody = z.strictObject({
  quantities: z.record(z.string(), z.int().min(0)).optional(),
  // Forms send only strings.
  autoRenew: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
});
const answerBody = z.strictObject({ reason: z.string().min(1).max(2000).default('The buyer said no.') });

/** Agreements: actions of a buyer or of AWS, and responses to cancellation requests. */
export const agreementRoutes: ControlRoutes<AwsTables> = {
  'GET /agreement': ({ simulation }) => ({
    value: { agreements: simulation.store.list('agreements').map(agreementView) },
  }),
  'GET /agreement/:id': ({ simulation, params }) => ({
    value: agreementView(requireAgreement(simulation.store, params.id)),
  }),
  'POST /agreement/:id/cancel': (call) => end(call, 'CANCELLED'),
  'POST /agreement/:id/terminate': (call) => end(call, 'TERMINATED'),

  'POST /agreement/:id/amend': ({ simulation, params, body }) => {
    const wanted = readControlBody(amendBody, body);
    return change(simulation, (transaction) => ({
      value: agreementView(
        amendAgreement(transaction, params.id ?? '', { quantities: wanted.quantities, autoRenew: wanted.autoRenew }),
      ),
    }));
  },

  'POST /agreement/:id/renewal-offer': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const agreement = requireActive(transaction, params.id);
      const offerId = createRenewalOffer(transaction, agreement);
      if (offerId === null) throw controlError(409, 'the agreement has no renewal term with a price increase');
      return { value: { offerId }, created: true };
    }),

  'POST /agreement/:id/registration-token': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const agreement = requireAgreement(transaction, params.id);
      const id = `${transaction.ids.hex(64)}${transaction.ids.hex(64)}`;
      const expiresAt = transaction.at + tokenLifeMs;
      transaction.put('registrationTokens', { id, agreementId: agreement.id, createdAt: transaction.at, expiresAt });
      return { value: { registrationToken: id, expiresAt: new Date(expiresAt).toISOString() }, created: true };
    }),

  'GET /cancellation-request': ({ simulation }) => ({
    value: { cancellationRequests: simulation.store.list('cancellations').map(requestView) },
  }),
  'POST /cancellation-request/:id/approve': ({ simulation, params }) =>
    change(simulation, (transaction) => ({
      value: requestView(approveRequest(transaction, requirePending(transaction, params.id), null)),
    })),
  'POST /cancellation-request/:id/reject': ({ simulation, params, body }) => {
    const { reason } = readControlBody(answerBody, body);
    return change(simulation, (transaction) => ({
      value: requestView(moveRequest(transaction, requirePending(transaction, params.id), 'REJECTED', reason)),
    }));
  },

  'GET /journal/metering': ({ simulation, query }) => {
    const records = simulation.store
      .list('metering')
      .filter((record) => query.sellerAccountId === undefined || record.sellerAccountId === query.sellerAccountId)
      .filter((record) => query.productId === undefined || record.productId === query.productId)
      .filter((record) => query.agreementId === undefined || record.agreementId === query.agreementId);
    return { value: { count: records.length, records: records.map(({ id, ...record }) => ({ key: id, ...record })) } };
  },
};

const end = ({ simulation, params }: ControlCall<AwsTables>, status: 'CANCELLED' | 'TERMINATED'): ControlResult =>
  change(simulation, (transaction) => {
    requireActive(transaction, params.id);
    endAgreement(transaction, params.id ?? '', status);
    return { value: agreementView(requireAgreement(transaction, params.id)) };
  });

const requireAgreement = (reader: AwsReader, id: string | undefined): Agreement => {
  const agreement = reader.get('agreements', id ?? '');
  if (agreement) return agreement;
  throw controlError(404, `there is no agreement ${id}`);
};

const requireActive = (reader: AwsReader, id: string | undefined): Agreement => {
  const agreement = requireAgreement(reader, id);
  if (agreement.status === 'ACTIVE') return agreement;
  throw controlError(409, `the agreement is ${agreement.status}`);
};

const requirePending = (transaction: AwsTransaction, id: string | undefined): CancellationRequest => {
  const request = transaction.get('cancellations', id ?? '');
  if (!request) throw controlError(404, `there is no cancellation request ${id}`);
  if (request.status !== 'PENDING_APPROVAL') throw controlError(409, `the request is ${request.status}`);
  return request;
};

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** An agreement with its times in ISO 8601. */
export const agreementView = (agreement: Agreement): Record<string, unknown> => {
  const { id, acceptedAt, startAt, endAt, endedAt, updatedAt, ...rest } = agreement;
  return {
    agreementId: id,
    ...rest,
    acceptedAt: iso(acceptedAt),
    startAt: iso(startAt),
    endAt: iso(endAt),
    endedAt: iso(endedAt),
    updatedAt: iso(updatedAt),
  };
};

const requestView = (request: CancellationRequest): Record<string, unknown> => {
  const { id, ...rest } = request;
  return {
    cancellationRequestId: id,
    ...rest,
    createdAt: iso(request.createdAt),
    updatedAt: iso(request.updatedAt),
  };
};
