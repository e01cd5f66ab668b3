import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing, needThing, thingsOf } from '../things.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { hash, type ParamSpec, textOf, textsOf } from '../wire/params.ts';
import { checkFresh } from './attach.ts';
import { methodTypes } from './instruments.ts';
import { methodOf, methodParams, putPaymentMethod } from './payment-method.ts';

/** Parameters of the confirmation of either kind of intent. */
export const confirmParams: ParamSpec = {
  allowed_payment_method_types: 'texts',
  confirmation_token: 'text',
  mandate: 'text',
  mandate_data: { fields: { customer_acceptance: 'any' } },
  payment_method: 'text',
  payment_method_data: { fields: methodParams },
  payment_method_options: 'any',
  return_url: 'text',
  use_stripe_sdk: 'boolean',
};

/** Parameters of the creation of either kind of intent. */
export const createParams: ParamSpec = {
  ...confirmParams,
  automatic_payment_methods: { fields: { enabled: 'boolean', allow_redirects: { oneOf: ['always', 'never'] } } },
  confirm: 'boolean',
  customer: 'text',
  customer_account: 'text',
  description: 'text',
  excluded_payment_method_types: 'texts',
  metadata: 'metadata',
  on_behalf_of: 'text',
  payment_method_configuration: 'text',
  payment_method_types: 'texts',
};

const names = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' } as const;
export type IntentKind = keyof typeof names;

// The API version in which `allowed_payment_method_types` replaced the request parameter `payment_method_types`.
const allowedSince = '2026-09-30';

/** The parameters of a request in its API version. */
export const specFor = (call: StripeCall, spec: ParamSpec): ParamSpec => {
  const { payment_method_types: types, allowed_payment_method_types: allowed, ...rest } = spec;
  if (call.version.slice(0, 10) >= allowedSince)
    return allowed ? { ...rest, allowed_payment_method_types: allowed } : rest;
  return types ? { ...rest, payment_method_types: types } : rest;
};

type Types = {
  allowed_payment_method_types: string[] | null;
  automatic_payment_methods: Json | null;
  payment_method_types: string[];
};

/** The payment method types that an intent accepts, and whether they come from the dashboard's settings. */
export const typesOf = (params: Json): Types => {
  const explicit = params.payment_method_types;
  const allowed = params.allowed_payment_method_types;
  const automatic = hash(params.automatic_payment_methods);
  if (explicit !== undefined && automatic.enabled === true) {
    throw badParam(
      'payment_method_types',
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    );
  }
  const types = textsOf(explicit ?? allowed);
  for (const type of types) {
    if (!(methodTypes as readonly string[]).includes(type) && type !== 'link') {
      const param = explicit === undefined ? 'allowed_payment_method_types' : 'payment_method_types';
      throw unfit(`The payment method type "${type}" is invalid.`, { param });
    }
  }
  if (explicit !== undefined || automatic.enabled === false) {
    return {
      allowed_payment_method_types: null,
      automatic_payment_methods: null,
      payment_method_types: explicit === undefined ? ['card'] : types,
    };
  }
  return {
    allowed_payment_method_types: allowed === undefined ? null : types,
    automatic_payment_methods: { allow_redirects: automatic.allow_redirects ?? 'always', enabled: true },
    payment_method_types: allowed === undefined ? [...methodTypes, 'link'] : types,
  };
};

/** Refuses a confirmation that may redirect the buyer but gives no return URL. */
export const checkReturn = (kind: IntentKind, intent: Json, params: Json): void => {
  const automatic = hash(intent.automatic_payment_methods);
  if (automatic.enabled !== true || automatic.allow_redirects === 'never' || textOf(params.return_url)) return;
  // None of the types that can be specified redirects.
  if (Array.isArray(intent.allowed_payment_method_types)) return;
  throw unfit(
    `This ${names[kind]} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  );
};

/** The payment method named or described by the parameters, or else the intent's; undefined if none. */
export const methodIn = (call: StripeCall, params: Json, current: unknown): Thing | undefined => {
  if (params.payment_method_data !== undefined) return putPaymentMethod(call, hash(params.payment_method_data));
  const id = textOf(params.payment_method) ?? (typeof current === 'string' ? current : null);
  return id === null ? undefined : methodOf(call, id, 'payment_method');
};

/** Checks that an intent and its customer may use a payment method. */
export const checkMethod = (kind: IntentKind, method: Thing, intent: Json): void => {
  const { wire } = method;
  checkFresh(method);
  if (wire.customer !== null && wire.customer !== intent.customer) {
    const message =
      intent.customer === null
        ? `The payment method ${method.id} belongs to the Customer ${String(wire.customer)}. Please include the Customer in the \`customer\` parameter on the ${names[kind]}.`
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`;
    throw unfit(message, { param: 'payment_method' });
  }
  const types = textsOf(intent.payment_method_types);
  if (!types.includes(String(wire.type))) {
    throw unfit(
      `The PaymentMethod provided (${String(wire.type)}) is not allowed for this ${names[kind]}. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    );
  }
};

/** Refuses a confirmation without a payment method. */
export const missingMethod = (kind: IntentKind): Error => {
  const name = names[kind];
  return unfit(
    `You cannot confirm this ${name} because it's missing a payment method. You can either update the ${name} with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.`,
    { code: `${kind}_unexpected_state` },
  );
};

/** Refuses an action that the intent's status does not allow. */
export const wrongStatus = (kind: IntentKind, doing: string, intent: Json): Error => {
  const name = names[kind];
  return unfit(`You cannot ${doing} this ${name} because it has a status of ${String(intent.status)}.`, {
    code: `${kind}_unexpected_state`,
    [kind]: intent,
  });
};

/**
 * The mandate under which a bank account is debited: the active one, or a new one from `mandate_data`. null for cards,
 * which need none.
 */
export const mandateFor = (call: StripeCall, kind: IntentKind, method: Thing, params: Json): string | null => {
  const type = String(method.wire.type);
  if (type === 'card') return null;
  const named = textOf(params.mandate);
  if (named !== null) return needThing(call, 'mandate', named, 'mandate').id;
  const given = hash(params.mandate_data);
  if (params.mandate_data === undefined) {
    const active = thingsOf(call.tx, 'mandate', call.account.id).find(
      ({ wire }) => wire.payment_method === method.id && wire.status === 'active',
    );
    if (active) return active.id;
    throw unfit(
      `This ${names[kind]} requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.`,
      { code: `${kind}_mandate_invalid` },
    );
  }
  return createThing(call, 'mandate', {
    customer_acceptance: given.customer_acceptance ?? null,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: { [type]: {}, type },
    status: 'active',
    type: 'multi_use',
  }).id;
};

/** A client secret: the ID and a part that only the buyer's page knows. */
export const clientSecret = (call: StripeCall, id: string): string => `${id}_secret_${call.tx.ids.text(25)}`;
