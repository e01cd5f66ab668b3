import type { Json } from '../state.ts';
import { badParam, refusal, unfit } from '../wire/errors.ts';
import { hash, numberOf, type ParamSpec, textOf } from '../wire/params.ts';
import { bacsOf, cardOf, type Instrument, instrumentOfToken, sepaOf, usAccountOf } from './instruments.ts';

/** The parameters of each type of payment method. */
export const instrumentParams: ParamSpec = {
  card: {
    fields: {
      number: 'text',
      exp_month: 'integer',
      exp_year: 'integer',
      cvc: 'text',
      token: 'text',
      networks: 'any',
    },
  },
  us_bank_account: {
    fields: {
      account_number: 'text',
      routing_number: 'text',
      account_holder_type: { oneOf: ['company', 'individual'] },
      account_type: { oneOf: ['checking', 'savings'] },
      financial_connections_account: 'text',
    },
  },
  sepa_debit: { fields: { iban: 'text' } },
  bacs_debit: { fields: { account_number: 'text', sort_code: 'text' } },
};

/** Reads the instrument from the parameters of a payment method. `now` is business time, epoch milliseconds. */
export const readInstrument = (params: Json, now: number): Instrument => {
  const type = textOf(params.type);
  if (type === 'card') return readCard(hash(params.card), now);
  if (type === 'us_bank_account') return readUsAccount(hash(params.us_bank_account));
  if (type === 'sepa_debit') return readIban(hash(params.sepa_debit));
  if (type === 'bacs_debit') return readBacs(hash(params.bacs_debit));
  throw unfit(`The payment method type "${type}" is invalid.`, { param: 'type' });
};

const readCard = (card: Json, now: number): Instrument => {
  const token = textOf(card.token);
  if (token !== null) {
    const found = instrumentOfToken(token, now);
    if (!found || !token.startsWith('tok_')) {
      throw unfit(`No such token: '${token}'`, { code: 'resource_missing', param: 'card[token]' });
    }
    return found;
  }
  const number = need(card, 'card', 'number').replaceAll(/[ -]/g, '');
  need(card, 'card', 'exp_month');
  need(card, 'card', 'exp_year');
  const month = numberOf(card.exp_month);
  const given = numberOf(card.exp_year);
  const year = given < 100 ? 2000 + given : given;
  if (month < 1 || month > 12) {
    throw wrongCard('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (isExpired({ exp_month: month, exp_year: year }, now) || year > new Date(now).getUTCFullYear() + 50) {
    throw wrongCard('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const found = cardOf({ number, exp_month: month, exp_year: year });
  if (!found) throw wrongCard('incorrect_number', 'Your card number is incorrect.', 'number');
  return found;
};

const readUsAccount = (account: Json): Instrument => {
  const number = need(account, 'us_bank_account', 'account_number');
  const routing = need(account, 'us_bank_account', 'routing_number');
  if (!/^\d{9}$/.test(routing) || !isRouting(routing)) {
    throw badParam(
      'us_bank_account[routing_number]',
      'You must use a test routing number: 110000000.',
      'routing_number_invalid',
    );
  }
  if (!/^\d{4,17}$/.test(number)) {
    throw badParam('us_bank_account[account_number]', 'The account number is invalid.', 'account_number_invalid');
  }
  return usAccountOf({
    account_number: number,
    routing_number: routing,
    account_holder_type: textOf(account.account_holder_type) ?? 'individual',
    account_type: textOf(account.account_type) ?? 'checking',
  });
};

const readIban = (debit: Json): Instrument => {
  const iban = need(debit, 'sepa_debit', 'iban').replaceAll(' ', '').toUpperCase();
  if (!isIban(iban))
    throw badParam('sepa_debit[iban]', 'The IBAN you provided is invalid.', 'invalid_bank_account_iban');
  return sepaOf(iban);
};

const readBacs = (debit: Json): Instrument => {
  const account = need(debit, 'bacs_debit', 'account_number');
  const sortCode = need(debit, 'bacs_debit', 'sort_code');
  if (!/^\d{8}$/.test(account)) {
    throw badParam('bacs_debit[account_number]', 'The account number is invalid.', 'account_number_invalid');
  }
  if (!/^\d{2}-?\d{2}-?\d{2}$/.test(sortCode)) throw badParam('bacs_debit[sort_code]', 'The sort code is invalid.');
  return bacsOf({ account_number: account, sort_code: sortCode });
};

/** Whether a card has expired: it is valid until the end of its month. */
export const isExpired = (card: Json, now: number): boolean =>
  Date.UTC(numberOf(card.exp_year), numberOf(card.exp_month), 1) <= now;

const need = (values: Json, type: string, name: string): string => {
  const value = values[name];
  if (value === undefined || value === null || value === '') {
    throw badParam(`${type}[${name}]`, `Missing required param: ${type}[${name}].`, 'parameter_missing');
  }
  return String(value);
};

const wrongCard = (code: string, message: string, param: string): Error =>
  refusal({ status: 402, error: { code, message, param: `card[${param}]`, type: 'card_error' }, begun: true });

const isRouting = (routing: string): boolean => {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  return weights.reduce((sum, weight, index) => sum + weight * Number(routing[index]), 0) % 10 === 0;
};

const isIban = (iban: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
};
