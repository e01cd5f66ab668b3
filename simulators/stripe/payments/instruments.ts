import { createHash } from 'node:crypto';
import type { Json } from '../state.ts';

/** The instrument behind a test card, account or token: the details shown, and its behaviour. */
export type Instrument = { type: MethodType; details: Json; behaviour: Behaviour };
export type MethodType = 'card' | 'us_bank_account' | 'sepa_debit' | 'bacs_debit';

export const methodTypes: readonly MethodType[] = ['card', 'us_bank_account', 'sepa_debit', 'bacs_debit'];

/** How a payment method behaves. A type, not an interface, so that it is a JSON object too. */
export type Behaviour = {
  /** `authenticate`: declines unless its holder is present; `stuck`: a debit that stays in processing. */
  outcome: 'succeed' | 'decline' | 'authenticate' | 'stuck';
  /** The decline code, or the failure code of a bank. */
  reason: string | null;
  /** Also declines when it is attached or set up. */
  declinesSetup: boolean;
  /** US bank accounts must be verified before they can be attached. */
  verified: boolean;
};

const good: Behaviour = { outcome: 'succeed', reason: null, declinesSetup: false, verified: true };
const declines = (reason: string, declinesSetup = true): Behaviour => ({
  outcome: 'decline',
  reason,
  declinesSetup,
  verified: true,
});

type CardNumber = { brand: string; funding?: string; behaviour?: Behaviour };

/** Test card numbers and how they behave. */
const cardNumbers: Record<string, CardNumber> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa', funding: 'debit' },
  '5555555555554444': { brand: 'mastercard' },
  '5200828282828210': { brand: 'mastercard', funding: 'debit' },
  '378282246310005': { brand: 'amex' },
  '6011111111111117': { brand: 'discover' },
  '4000000000000002': { brand: 'visa', behaviour: declines('generic_decline') },
  '4000000000009995': { brand: 'visa', behaviour: declines('insufficient_funds') },
  '4000000000009987': { brand: 'visa', behaviour: declines('lost_card') },
  '4000000000009979': { brand: 'visa', behaviour: declines('stolen_card') },
  '4000000000000069': { brand: 'visa', behaviour: declines('expired_card') },
  '4000000000000127': { brand: 'visa', behaviour: declines('incorrect_cvc') },
  '4000000000000119': { brand: 'visa', behaviour: declines('processing_error') },
  '4000000000006975': { brand: 'visa', behaviour: declines('card_velocity_exceeded') },
  '4000000000000341': { brand: 'visa', behaviour: declines('generic_decline', false) },
  '4000002760003184': { brand: 'visa', behaviour: { ...good, outcome: 'authenticate', reason: 'always' } },
  '4000002500003155': { brand: 'visa', behaviour: { ...good, outcome: 'authenticate', reason: 'until-set-up' } },
};

const cardTokens: Record<string, string> = {
  visa: '4242424242424242',
  us: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  amex: '378282246310005',
  discover: '6011111111111117',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeCustomerFail: '4000000000000341',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
};

const usAccounts: Record<string, Behaviour> = {
  '000123456789': good,
  '000111111113': declines('account_closed', false),
  '000111111116': declines('no_account', false),
  '000222222227': declines('insufficient_funds', false),
  '000333333335': declines('debit_not_authorized', false),
  '000777777771': declines('charge_exceeds_source_limit', false),
  '000000000009': { ...good, outcome: 'stuck' },
};
const usTokens: Record<string, string> = {
  success: '000123456789',
  accountClosed: '000111111113',
  noAccount: '000111111116',
  insufficientFunds: '000222222227',
  debitNotAuthorized: '000333333335',
  processing: '000000000009',
};
const ibans: Record<string, Behaviour> = {
  AT861904300235473202: declines('generic_could_not_process', false),
  DE62370400440532013001: declines('generic_could_not_process', false),
  AT591904300235473203: { ...good, outcome: 'stuck' },
};
const bacsAccounts: Record<string, Behaviour> = {
  '22222227': declines('insufficient_funds', false),
  '33333335': declines('debit_not_authorized', false),
};

/**
 * The instrument of a test token such as `pm_card_visa` or `pm_usBankAccount_success`; undefined if there is no such
 * token.
 */
export const instrumentOfToken = (token: string, now: number): Instrument | undefined => {
  const year = new Date(now).getUTCFullYear() + 1;
  const card = /^(?:pm_card|tok)_(?:visa_(?=charge))?(\w+)$/.exec(token)?.[1];
  const number = card === undefined ? undefined : cardTokens[card];
  if (number) return cardOf({ number, exp_month: 12, exp_year: year });
  const account = usTokens[/^pm_usBankAccount_(\w+)$/.exec(token)?.[1] ?? ''];
  if (account) return usAccountOf({ account_number: account, routing_number: '110000000' }, true);
  if (token === 'pm_bacsDebit_success') return bacsOf({ account_number: '00012345', sort_code: '108800' });
  if (token === 'pm_sepaDebit_success') return sepaOf('AT611904300234573201');
  return undefined;
};

/** A card by its number; undefined if it is not a test card. */
export const cardOf = (card: { number: string; exp_month: number; exp_year: number }): Instrument | undefined => {
  const known = cardNumbers[card.number];
  if (!known) return undefined;
  const details: Json = {
    brand: known.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: known.brand === 'amex' ? 'american_express' : known.brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: fingerprintOf(card.number),
    funding: known.funding ?? 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [known.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  return { type: 'card', details, behaviour: known.behaviour ?? good };
};

type UsAccount = {
  account_number: string;
  routing_number: string;
  account_holder_type?: string;
  account_type?: string;
};

/** A US bank account; test numbers determine its behaviour, any other number succeeds. */
export const usAccountOf = (account: UsAccount, verified = false): Instrument => {
  const details: Json = {
    account_holder_type: account.account_holder_type ?? 'individual',
    account_type: account.account_type ?? 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: fingerprintOf(account.routing_number + account.account_number),
    last4: account.account_number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: account.routing_number,
    status_details: {},
  };
  const behaviour = { ...(usAccounts[account.account_number] ?? good), verified };
  return { type: 'us_bank_account', details, behaviour };
};

/** A SEPA account. */
export const sepaOf = (iban: string): Instrument => {
  const details: Json = {
    bank_code: iban.slice(4, 12),
    branch_code: '',
    country: iban.slice(0, 2),
    fingerprint: fingerprintOf(iban),
    generated_from: { charge: null, setup_attempt: null },
    last4: iban.slice(-4),
  };
  return { type: 'sepa_debit', details, behaviour: ibans[iban] ?? good };
};

/** A UK bank account. */
export const bacsOf = (account: { account_number: string; sort_code: string }): Instrument => {
  const sortCode = account.sort_code.replaceAll('-', '');
  const details: Json = {
    fingerprint: fingerprintOf(sortCode + account.account_number),
    last4: account.account_number.slice(-4),
    sort_code: sortCode,
  };
  return { type: 'bacs_debit', details, behaviour: bacsAccounts[account.account_number] ?? good };
};

const fingerprintOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16);
