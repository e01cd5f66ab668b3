import { termsOf } from './balance/terms.ts';
import type { Account, Json, StripeCall } from './state.ts';
import { seconds } from './state.ts';
import { findThing } from './things.ts';
import { noSuch } from './wire/errors.ts';
import { readParams } from './wire/params.ts';

/** The account of the key, or the one in the path if the key may see it. */
export const getAccount = (call: StripeCall): Json => {
  readParams(call.params, {});
  const { id } = call.path;
  const { account, tx } = call;
  if (id === undefined || id === account.id) return accountView(account);
  const other = tx.get('accounts', id);
  if (other?.platformId !== account.id) throw noSuch('account', id, null);
  return accountView(other);
};

const accountView = (account: Account): Json => ({
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
    payouts: {
      debit_negative_balances: false,
      schedule: scheduleOf(account),
      statement_descriptor: null,
    },
  },
  type: 'standard',
});

const scheduleOf = (account: Account): Json => {
  const { schedule, delayDays } = termsOf(account);
  const { interval, weeklyDays, monthlyDays } = schedule;
  return {
    delay_days: delayDays,
    interval,
    ...(interval === 'weekly' ? { weekly_payout_days: weeklyDays } : {}),
    ...(interval === 'monthly' ? { monthly_payout_days: monthlyDays } : {}),
  };
};

/** A mandate, by id. */
export const getMandate = (call: StripeCall): Json => {
  readParams(call.params, {});
  const id = call.path.id ?? '';
  const mandate = findThing(call.tx, 'mandate', call.account.id, id);
  if (!mandate) throw noSuch('mandate', id, null);
  return mandate.wire;
};
