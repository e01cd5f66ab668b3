import type { Json, Kind, StripeCall, StripeReader, Thing } from './state.ts';
import { seconds } from './state.ts';
import { noSuch } from './wire/errors.ts';

const prefixes: Record<Kind, string> = {
  balance_transaction: 'txn',
  charge: 'ch',
  customer: 'cus',
  customer_balance_transaction: 'cbtxn',
  dispute: 'dp',
  event: 'evt',
  invoice: 'in',
  invoiceitem: 'ii',
  mandate: 'mandate',
  payment_intent: 'pi',
  payment_method: 'pm',
  payout: 'po',
  price: 'price',
  product: 'prod',
  refund: 're',
  setup_intent: 'seti',
  webhook_endpoint: 'we',
};

/** Kinds that the API shows without `livemode`. */
const withoutMode: ReadonlySet<Kind> = new Set(['balance_transaction', 'refund']);

const labels: Partial<Record<Kind, string>> = {
  balance_transaction: 'balance transaction',
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
  webhook_endpoint: 'webhook endpoint',
};

/** Creates an object of the call's account. ID, name, time and mode are added in front of `wire`. */
export const createThing = (
  call: StripeCall,
  kind: Kind,
  wire: Json,
  more: { id?: string | undefined; prefix?: string; hidden?: Json } = {},
): Thing => {
  const { tx, account } = call;
  const text = tx.ids.text(24);
  const id = more.id ?? `${more.prefix ?? prefixes[kind]}_${text}`;
  const head = {
    ...{ id, object: kind },
    ...(kind === 'invoiceitem' ? {} : { created: seconds(tx.at) }),
    ...(withoutMode.has(kind) ? {} : { livemode: false }),
  };
  const thing: Thing = {
    id,
    accountId: account.id,
    order: tx.ids.drawn(),
    wire: { ...head, ...wire },
    hidden: more.hidden ?? {},
  };
  tx.put(kind, thing);
  return thing;
};

/** Replaces the state of an object. */
export const saveThing = (call: StripeCall, kind: Kind, thing: Thing, wire: Json, hidden: Json = {}): Thing => {
  const saved = { ...thing, wire: { ...thing.wire, ...wire }, hidden: { ...thing.hidden, ...hidden } };
  call.tx.put(kind, saved);
  return saved;
};

/** An object of the account; a deleted one counts as missing. */
export const findThing = (reader: StripeReader, kind: Kind, accountId: string, id: string): Thing | undefined => {
  const thing = reader.get(kind, id);
  return thing?.accountId === accountId && thing.wire.deleted !== true ? thing : undefined;
};

/** An object of the account, or a refusal; `param` is the parameter that names it, null if the path does. */
export const needThing = (call: StripeCall, kind: Kind, id: string, param: string | null = null): Thing => {
  const thing = findThing(call.tx, kind, call.account.id, id);
  if (!thing) throw noSuch(labels[kind] ?? kind, id, param);
  return thing;
};

/** The objects of a kind in an account, newest first. */
export const thingsOf = (reader: StripeReader, kind: Kind, accountId: string): Thing[] =>
  reader
    .list(kind)
    .filter((thing) => thing.accountId === accountId && thing.wire.deleted !== true)
    .sort((left, right) => right.order - left.order);

/** The kind of object of an ID, by its prefix. */
export const kindOfId = (id: string): Kind | undefined => {
  const prefix = id.slice(0, id.indexOf('_'));
  if (prefix === 'py') return 'charge';
  if (prefix === 'pyr') return 'refund';
  return (Object.keys(prefixes) as Kind[]).find((kind) => prefixes[kind] === prefix);
};
