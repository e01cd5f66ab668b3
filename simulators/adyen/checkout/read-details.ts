import { createHash } from 'node:crypto';
import { invalid } from '../errors.ts';
import type { Details } from '../state.ts';

/** The types of payment methods, with their display names. */
export const typeNames: Readonly<Record<string, string>> = {
  scheme: 'Credit Card',
  sepadirectdebit: 'SEPA Direct Debit',
  ach: 'ACH Direct Debit',
  directdebit_GB: 'BACS Direct Debit',
};

/** Parses payment details as entered. Encrypted fields of the test environment are `test_<value>`. */
export const readDetails = (method: Record<string, unknown>): Details => {
  const type = text(method.type) ?? 'scheme';
  const holderName = text(method.holderName) ?? text(method.ownerName) ?? null;
  if (type === 'scheme') return readCard(method, holderName);
  if (type === 'sepadirectdebit') {
    const iban = need(method, 'iban').replaceAll(' ', '').toUpperCase();
    if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) throw invalid('161', 'Invalid iban');
    return bank(type, { account: iban, iban, holderName, bankLocationId: null });
  }
  if (type === 'ach' || type === 'directdebit_GB') {
    const account = need(method, 'bankAccountNumber');
    const bankLocationId = need(method, 'bankLocationId');
    if (!/^\d{4,17}$/.test(account)) throw invalid('152', 'Invalid bank account number');
    return bank(type, { account, iban: null, holderName, bankLocationId });
  }
  throw invalid('14_012', `Unsupported payment method type '${type}'.`);
};

type Bank = { account: string; iban: string | null; holderName: string | null; bankLocationId: string | null };

const bank = (type: string, { account, iban, holderName, bankLocationId }: Bank): Details => {
  if (holderName === null) throw invalid('153', "Required field 'ownerName' is not provided.");
  return {
    type,
    brand: null,
    lastFour: account.slice(-4),
    expiryMonth: null,
    expiryYear: null,
    holderName,
    fingerprint: hash(`${type}:${bankLocationId ?? ''}:${account}`),
    iban,
    bankLocationId,
  };
};

const readCard = (method: Record<string, unknown>, holderName: string | null): Details => {
  const number = field(method, 'number', 'encryptedCardNumber').replaceAll(' ', '');
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) throw invalid('101', 'Invalid card number');
  const brand = brandOf(number);
  if (brand === null) throw invalid('102', 'Unable to determine variant');
  const cvc = text(method.cvc) ?? plain(text(method.encryptedSecurityCode));
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw invalid('103', 'CVC is not the right length');
  const month = Number(field(method, 'expiryMonth', 'encryptedExpiryMonth'));
  const year = Number(field(method, 'expiryYear', 'encryptedExpiryYear'));
  if (!(month >= 1 && month <= 12)) throw invalid('129', 'Expiry Date Invalid');
  const full = year < 100 ? 2000 + year : year;
  if (!(full >= 2000 && full <= 2100)) throw invalid('129', 'Expiry Date Invalid');
  return {
    type: 'scheme',
    brand,
    lastFour: number.slice(-4),
    expiryMonth: String(month).padStart(2, '0'),
    expiryYear: String(full),
    holderName,
    fingerprint: hash(`card:${number}`),
    iban: null,
    bankLocationId: null,
  };
};

/** Whether a card has expired at a business time: it is valid until the end of its month. */
export const isExpired = ({ expiryMonth, expiryYear }: Details, now: number): boolean =>
  expiryMonth !== null && Date.UTC(Number(expiryYear), Number(expiryMonth), 1) <= now;

const field = (method: Record<string, unknown>, name: string, encrypted: string): string =>
  text(method[name]) ?? plain(text(method[encrypted])) ?? need(method, name);

const plain = (value: string | undefined): string | undefined =>
  value?.startsWith('test_') ? value.slice('test_'.length) : undefined;

const need = (method: Record<string, unknown>, name: string): string => {
  const value = text(method[name]);
  if (value === undefined) throw invalid('14_018', `Required field 'paymentMethod.${name}' is not provided.`);
  return value;
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const hash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32);

const brandOf = (number: string): string | null => {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mc';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^6(011|5)/.test(number)) return 'discover';
  return null;
};

const isLuhn = (number: string): boolean => {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
};
