import type { Account, Json, StripeCall } from './state.ts';
import { seconds } from './state.ts';
import { findThing, needThing, thingsOf } from './things.ts';
import { noSuch } from './wire/errors.ts';
import { createdParam, listAnswer, listParams } from './wire/list.ts';
import { readParams } from './wire/params.ts';

/** The account of the key, or the one that the path names when the key may see it. */
export function getAccount(call: StripeCall): Json {
  readParams(call.params, {});
  const { id } = call.path;
  const { account, tx } = call;
  if (id === undefined || id === account.id) return accountView(account);
  const other = tx.get('accounts', id);
  if (other?.platformId !== account.id) throw noSuch('account', id, null);
  return accountView(other);
}

function accountView(account: Account): Json {
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: account.name,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active', us_bank_account_ach_payments: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: account.country,
    created: seconds(account.createdAt),
    default_currency: account.currency,
    details_submitted: true,
    email: account.email,
    metadata: {},
    payouts_enabled: true,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: account.name, timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
    },
    type: 'standard',
  };
}

/** The movements on the account's balance, newest first. */
export function listBookings(call: StripeCall): Json {
  const filters = { currency: 'text', source: 'text', type: 'text', payout: 'text' } as const;
  const params = readParams(call.params, { ...listParams, ...createdParam, ...filters });
  const things = thingsOf(call.tx, 'balance_transaction', call.account.id).filter(
    ({ wire, hidden }) =>
      (params.payout === undefined || hidden.payout === params.payout) &&
      (['currency', 'source', 'type'] as const).every(
        (name) => params[name] === undefined || wire[name] === params[name],
      ),
  );
  return listAnswer(call, 'balance_transaction', things, { params, url: '/v1/balance_transactions' });
}

export function getBooking(call: StripeCall): Json {
  readParams(call.params, {});
  return needThing(call, 'balance_transaction', call.path.id ?? '').wire;
}

/** A mandate, by id. */
export function getMandate(call: StripeCall): Json {
  readParams(call.params, {});
  const id = call.path.id ?? '';
  const mandate = findThing(call.tx, 'mandate', call.account.id, id);
  if (!mandate) throw noSuch('mandate', id, null);
  return mandate.wire;
}
