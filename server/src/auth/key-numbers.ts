// Public keys that OpenSSL accepts but no key generator produces, found by checking the numbers themselves.

const numberOf = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex') || '0'}`);

const smallestExponent = 65_537n;
/** Larger exponents make every verification slow, and no key generator uses one. */
const largestExponent = 2n ** 32n - 1n;
/** The product of these primes: a modulus with a common factor is not a product of two large primes. */
const smallPrimes = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n, 59n, 61n, 67n, 71n];

/** What is wrong with the numbers of an RSA key, as a sentence, or null. */
export const rsaFault = ({ n = '', e = '' }: { n?: string; e?: string }): string | null => {
  const modulus = numberOf(n);
  const exponent = numberOf(e);
  if (exponent < smallestExponent || exponent > largestExponent || exponent % 2n === 0n)
    return `the exponent of an RSA key is odd and from ${smallestExponent} to ${largestExponent}`;
  const factor = smallPrimes.find((prime) => modulus % prime === 0n);
  return factor === undefined
    ? null
    : `the modulus of an RSA key is a product of two large primes; ${factor} divides this`;
};

/** Ed25519 (RFC 8032, 5.1). */
const prime = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let [b, e] = [base % prime, exponent]; e > 0n; e >>= 1n, b = (b * b) % prime)
    if (e & 1n) result = (result * b) % prime;
  return result;
};

/**
 * The y-coordinates of the points whose order divides 8: with such a key, a trivial signature verifies for any message.
 */
const lowOrder = new Set([
  0n,
  1n,
  prime - 1n,
  2707385501144840649318225287225658788936804267575313519463743609750303402022n,
  55188659117513257062467267217118295137698188065244968500265048394206261417927n,
]);

/** What is wrong with the point of an Ed25519 key, as a sentence, or null. */
export const ed25519Fault = ({ x = '' }: { x?: string }): string | null => {
  const bytes = Buffer.from(x, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== x) return 'x of an Ed25519 key is 32 bytes in base64url';
  const encoded = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const y = encoded & (2n ** 255n - 1n);
  if (y >= prime) return 'x of an Ed25519 key is a number below 2^255 - 19';
  if (lowOrder.has(y)) return 'x of an Ed25519 key must not be a point of low order';
  // x² = (y² - 1) / (d y² + 1) must be a square: Euler's criterion, with the division replaced by a multiplication.
  const square = (y * y) % prime;
  const ratio = ((square - 1n + prime) * ((d * square + 1n) % prime)) % prime;
  return power(ratio, (prime - 1n) / 2n) === 1n ? null : 'x of an Ed25519 key is not a point on the curve';
};
