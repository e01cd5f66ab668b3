import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import type { Exchange } from '../../../simulators/kit/record.ts';
import { coverBy } from '../cover.ts';
import { type Difference, type PartnerContract, show } from '../difference.ts';
import { createBodyCheck } from '../openapi/check-body.ts';
import { anyObject, matching, object, oneOf, someText, text } from '../written/shapes.ts';
import { createTypeCheck, type Report } from './check-type.ts';
import { readForm } from './form.ts';
import { findOperation, readOperations, type StripeOperation } from './operations.ts';
import { readTypes, type StripeTypes } from './types.ts';

const sdkFolder = dirname(fileURLToPath(import.meta.resolve('stripe')));

/** Stripe API reference, "Errors". The objects that an error carries are checked by their own types. */
const errorShape = object(
  {
    type: oneOf('api_error', 'card_error', 'idempotency_error', 'invalid_request_error'),
  },
  {
    ...{ message: text, code: matching('^[a-z0-9_]+$'), param: someText, decline_code: matching('^[a-z0-9_]+$') },
    ...{
      advice_code: oneOf('confirm_card_data', 'do_not_try_again', 'try_again_later'),
      charge: matching('^(ch|py)_\\w+$'),
    },
    ...{ network_advice_code: text, network_decline_code: text, payment_method_type: text, user_message: text },
    ...{
      doc_url: matching('^https://(docs\\.)?stripe\\.com/\\S+$'),
      request_log_url: matching('^https://dashboard\\.stripe\\.com/\\S+$'),
    },
    ...{ payment_intent: anyObject, payment_method: anyObject, setup_intent: anyObject, source: anyObject },
  },
);
/** Statuses of the reference's "HTTP status code summary". */
const errorStatuses = [400, 401, 402, 403, 404, 409, 424, 429, 500, 502, 503, 504];
const carried = {
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  setup_intent: 'SetupIntent',
} as const;

type Tools = {
  types: StripeTypes;
  checkJson: ReturnType<typeof createTypeCheck>;
  checkForm: ReturnType<typeof createTypeCheck>;
};

/** Starting the compiler is slow, so it waits for the first exchange. */
const openTools = (): Tools => {
  const types = readTypes(sdkFolder);
  const { checker } = types;
  return { types, checkJson: createTypeCheck(checker, 'json'), checkForm: createTypeCheck(checker, 'form') };
};

const checkRequest = (
  { types, checkForm }: Tools,
  operation: StripeOperation,
  exchange: Exchange,
  report: Report,
): void => {
  const { requestBody, requestHeaders, query } = exchange;
  const declared = types.of(operation);
  if (!declared) {
    report('', 'no declaration', operation.template);
    return;
  }
  const type = requestHeaders['content-type'];
  if (requestBody !== '' && !type?.startsWith('application/x-www-form-urlencoded'))
    report('', 'wrong content type', show(type));
  const isInQuery = exchange.method !== 'POST';
  if (isInQuery && requestBody !== '') report('', 'a body that nobody reads', show(requestBody));
  if (!isInQuery && query !== '') report('', 'unknown parameter', `in the query: ${show(query)}`);
  const given = readForm(String(isInQuery ? query : requestBody));
  if (declared.params) checkForm(declared.params, given, '', report);
  else for (const name of Object.keys(given)) report(name, 'unknown member', show(given[name]));
};

const createErrorCheck = () => {
  const faultsOf = createBodyCheck('Stripe errors', { error: object({ error: errorShape }) });
  return ({ types, checkJson }: Tools, { status, responseBody }: Exchange, report: Report): void => {
    if (!errorStatuses.includes(status)) report('', 'undeclared status', String(status));
    for (const { at, rule, detail } of faultsOf('/error', responseBody)) report(at, rule, detail);
    const error = (responseBody as { error?: Record<string, unknown> } | null)?.error ?? {};
    for (const [name, type] of Object.entries(carried))
      if (error[name] !== undefined) checkJson(types.named(`${type}s`, type), error[name], `error.${name}`, report);
  };
};

/**
 * Stripe: parameters, objects, lists and events by the declarations of the official SDK, whose pinned version matches
 * the API's; errors by the API reference. The SDK's code maps addresses to operations.
 */
export const stripeContract: PartnerContract = {
  simulator: 'stripe',
  load: () => {
    const operations = readOperations(sdkFolder);
    const checkError = createErrorCheck();
    let tools: Tools | undefined;
    const opened = (): Tools => {
      tools ??= openTools();
      return tools;
    };

    const check = (exchange: Exchange, path: string): Difference[] | null => {
      // The declarations are of the pinned version; a test that requests an older version gets that version's shapes.
      const version = exchange.requestHeaders['stripe-version'];
      if (version !== undefined && version !== Stripe.API_VERSION) return [];
      const operation = findOperation(operations, exchange.method, path);
      if (!operation) return null;
      const found: Difference[] = [];
      const title = `${exchange.method} ${operation.template}`;
      const reportOn =
        (side: Difference['side']): Report =>
        (at, rule, detail) =>
          void found.push({ operation: title, side, at, rule, detail });
      checkRequest(opened(), operation, exchange, reportOn('request'));
      if (exchange.fault) return found;
      const answer = opened().types.of(operation)?.answer;
      if (exchange.status >= 400) checkError(opened(), exchange, reportOn('answer'));
      else if (exchange.status !== 200) reportOn('answer')('', 'undeclared status', String(exchange.status));
      else if (answer) opened().checkJson(answer, exchange.responseBody, '', reportOn('answer'));
      return found;
    };

    const checkMessage = ({ requestBody: event, requestHeaders }: Exchange): Difference[] => {
      const found: Difference[] = [];
      const operation = `event ${String((event as { type?: unknown } | null)?.type)}`;
      const report: Report = (at, rule, detail) => void found.push({ operation, side: 'message', at, rule, detail });
      const { types, checkJson } = opened();
      for (const [name, pattern] of [
        ['content-type', /^application\/json/],
        ['stripe-signature', /./],
      ] as const)
        if (!pattern.test(requestHeaders[name] ?? '')) report('', `wrong ${name}`, show(requestHeaders[name]));
      checkJson(types.named('Events', 'Event'), event, '', report);
      return found;
    };
    return coverBy([{ base: /^\/(stripe\/)?(?=v1\/)/, check }], checkMessage);
  },
};
