// Exact sums of money: whole numbers of a currency's smallest unit, and rates as decimal texts.

/** A share in hundredths of a percent, rounded half up. */
export const shareOf = (amount: number, basisPoints: number): number => {
  const product = BigInt(amount) * BigInt(basisPoints);
  return Number((product + 5000n) / 10_000n);
};

/**
 * Converts an amount by a rate between major units, rounded half away from zero. `decimals` are those of the currency
 * converted to, less those of the amount's.
 */
export const convertBy = (rate: string, amount: number, decimals: number): number => {
  const [whole = '0', fraction = ''] = rate.split('.');
  const shift = decimals - fraction.length;
  const product = BigInt(Math.abs(amount)) * BigInt(whole + fraction);
  const scale = 10n ** BigInt(Math.abs(shift));
  const size = shift >= 0 ? product * scale : (product + scale / 2n) / scale;
  return Number(amount < 0 ? -size : size);
};

/** An amount in major units, as a decimal text with all of the currency's decimals. */
export const majorOf = (amount: number, decimals: number): string => {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${amount < 0 ? '-' : ''}${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`;
};

/** A fixed amount given for a currency with two decimals: the same without decimals, ten times as high with three. */
export const fixedWith = (decimals: number, amount: number): number => (decimals === 3 ? amount * 10 : amount);
