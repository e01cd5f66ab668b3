import { faultNumber, strikeFault } from '../../kit/faults.ts';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import { type ApiCall, type ApiRoutes, objectsOf } from '../api/call.ts';
import { marketplaceRefusal, refuse } from '../api/refusal.ts';
import type { AzureChange, Json, Publisher } from '../state.ts';
import { acceptUsage, failUsage } from './accept-usage.ts';
import { listUsage } from './list-usage.ts';

const batchMax = 25;

const postEvent = ({ simulation, publisher, body }: ApiCall): HttpAnswer => {
  const { status, message, problem } = change(simulation, (transaction) => acceptUsage(transaction, publisher, body));
  if (status === 'Accepted') return jsonAnswer(200, message);
  if (status === 'Duplicate') return jsonAnswer(409, message.error);
  if (status === 'ResourceNotAuthorized') throw marketplaceRefusal(403, 'Forbidden', problem?.message ?? '');
  throw refuse(400, {
    message: 'One or more errors have occurred.',
    target: 'usageEventRequest',
    details: [{ ...problem, code: status }],
    code: 'BadArgument',
  });
};

const postBatch = ({ simulation, publisher, body }: ApiCall): HttpAnswer => {
  const events = objectsOf(body.request);
  if (events.length === 0 || events.length > batchMax) {
    const message =
      events.length === 0 ? 'The request is required.' : `The batch contained more than ${batchMax} usage events.`;
    throw refuse(400, {
      message: 'One or more errors have occurred.',
      target: 'usageBatchEventRequest',
      details: [{ message, target: 'Request', code: 'BadArgument' }],
      code: 'BadArgument',
    });
  }
  const result = change(simulation, (transaction) => acceptBatch(transaction, publisher, events));
  return jsonAnswer(200, { count: result.length, result });
};

const acceptBatch = (transaction: AzureChange, publisher: Publisher, events: Json[]): Json[] => {
  const fault = strikeFault(transaction, 'usage-error', { operation: 'BatchUsageEvent', accountId: publisher.id });
  const failed = fault ? faultNumber(fault, 'events', 1) : 0;
  return events.map((event, index) =>
    index < failed ? failUsage(event) : acceptUsage(transaction, publisher, event).message,
  );
};

/** The metering API. */
export const meteringRoutes: ApiRoutes = {
  'POST /usageEvent': { name: 'UsageEvent', run: postEvent },
  'POST /batchUsageEvent': { name: 'BatchUsageEvent', run: postBatch },
  'GET /usageEvents': { name: 'GetUsageEvents', run: listUsage },
};
