import type { Json } from '../state.ts';

const nanosPerUnit = 1_000_000_000n;

/** Parses a google.type.Money to billionths of its unit; null if invalid. */
export const readMoney = (value: unknown): { currencyCode: string; nanos: bigint } | null => {
  if (value === null || typeof value !== 'object') return null;
  const { currencyCode = '', units = '0', nanos = 0 } = value as Json;
  if (!/^-?\d{1,18}$/.test(String(units)) || !Number.isInteger(nanos)) return null;
  const part = BigInt(nanos as number);
  if (part >= nanosPerUnit || part <= -nanosPerUnit) return null;
  return { currencyCode: String(currencyCode), nanos: BigInt(String(units)) * nanosPerUnit + part };
};

/** An amount in billionths as google.type.Money. */
export const writeMoney = (nanos: bigint, currencyCode = 'USD'): Json => {
  const rest = Number(nanos % nanosPerUnit);
  return { currencyCode, units: String(nanos / nanosPerUnit), ...(rest === 0 ? {} : { nanos: rest }) };
};

/** A decimal string in USD as google.type.Money. */
export const moneyOf = (text: string): Json => {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  const nanos = BigInt(whole) * nanosPerUnit + BigInt(decimals.padEnd(9, '0'));
  return writeMoney(sign === '-' ? -nanos : nanos);
};
