import { join } from 'node:path';
import type { Exchange } from '../../../simulators/kit/record.ts';
import { coverBy, type Part, pages } from '../cover.ts';
import type { Difference, PartnerContract } from '../difference.ts';
import { createOpenApiCheck, type OpenApi } from '../openapi/check-openapi.ts';
import { writtenPart } from '../openapi/contracts.ts';
import { checkError, checkExchange } from './check-google.ts';
import { createMessageCheck } from './check-messages.ts';
import { keys, token } from './keys.ts';
import { procurement } from './procurement.ts';
import { type Protos, readProtos } from './protos.ts';
import { pubsub } from './pubsub.ts';
import { serviceManagement } from './service-management.ts';
import { storagePart } from './storage.ts';

/** By Google's protos. */
const protoPart = (protos: Protos, base: RegExp): Part => ({
  base,
  check: (exchange, path) => checkExchange(protos, exchange, path),
});

/** By a table. Every Google API has the same error format, so no table repeats it. */
const apiPart = (base: RegExp, name: string, document: OpenApi): Part => {
  const check = createOpenApiCheck(name, document);
  return {
    base,
    check: (exchange, path) => {
      if (exchange.status < 400 || exchange.fault) return check(exchange, path);
      // A fault in the request is reported by the table, a fault in the refusal by its format.
      const found = check({ ...exchange, fault: 'refused' }, path);
      found?.push(...errorsOf(exchange, `${name} ${exchange.method}`));
      return found;
    },
  };
};

const errorsOf = (exchange: Exchange, operation: string): Difference[] => {
  const found: Difference[] = [];
  checkError(exchange, (at, rule, detail) => void found.push({ operation, side: 'answer', at, rule, detail }));
  return found;
};

/** Messages returned by `pull` are also checked as the events that they carry. */
const pullPart = (base: RegExp, checkEvent: (data: unknown, place: string) => Difference[]): Part => {
  const { check } = apiPart(base, 'Pub/Sub', pubsub);
  type Pulled = { receivedMessages?: { message?: { data?: unknown } }[] };
  return {
    base,
    check: (exchange, path) => {
      const found = check(exchange, path);
      if (!found || exchange.fault) return found;
      const { receivedMessages = [] } = (exchange.responseBody || {}) as Pulled;
      return [...found, ...receivedMessages.flatMap(({ message }) => checkEvent(message?.data, 'message.data'))];
    },
  };
};

/**
 * Google: Commerce Producer v1beta and Service Control v1 by the published protos; Partner Procurement, Pub/Sub,
 * Service Management, Cloud Storage, tokens, keys, pushes and events by tables written from its discovery documents and pages.
 */
export const googleContract: PartnerContract = {
  simulator: 'gcp',
  load: (dataFolder) => {
    const protos = readProtos(join(dataFolder, 'google-apis'));
    const { checkEvent, checkPush } = createMessageCheck();
    return coverBy(
      [
        protoPart(protos, /^\/gcp\/producer\//),
        protoPart(protos, /^\/gcp\/servicecontrol\//),
        apiPart(/^\/gcp\/procurement\/v1\//, 'Procurement', procurement),
        pullPart(/^\/gcp\/pubsub\/v1\//, checkEvent),
        apiPart(/^\/gcp\/servicemanagement\/v1\//, 'Service Management', serviceManagement),
        storagePart,
        writtenPart(/^\/gcp\/(?=token$)/, 'Token', token),
        writtenPart(/^\/gcp\/(?=oauth2\/|robot\/)/, 'Keys', keys),
        pages(/^\/gcp\/console\//),
      ],
      checkPush,
    );
  },
};
