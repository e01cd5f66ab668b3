import { createHash } from 'node:crypto';
import { awsParty } from '../billing/bill-lines.ts';
import type { AwsReader } from '../state.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An identifier of letters and digits that is always the same for a text. */
const idOf = (text: string, length: number): string => {
  const bytes = Buffer.concat(['a', 'b'].map((part) => createHash('sha256').update(`${part}:${text}`).digest()));
  return [...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length]).join('');
};

/** The identifier of an account in the feeds, which is not its number; the marketplace itself is the word AWS. */
export const feedAccountId = (account: string): string =>
  account === awsParty ? awsParty : idOf(`account/${account}`, 42);

/** The identifier of an account's address. */
export const feedAddressId = (account: string): string => idOf(`address/${account}`, 42);

/** The older identifier of a product or offer: a GUID that is always the same. */
export const legacyIdOf = (id: string): string => {
  const hex = createHash('sha256').update(`legacy/${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

export type Address = {
  company: string;
  domain: string;
  country: string;
  region: string;
  city: string;
  postalCode: string;
  line1: string;
};

const places = [
  { country: 'US', region: 'WA', city: 'Seattle', postalCode: '98109' },
  { country: 'US', region: 'NY', city: 'New York', postalCode: '10001' },
  { country: 'DE', region: '', city: 'Hamburg', postalCode: '20095' },
  { country: 'GB', region: '', city: 'London', postalCode: 'EC2A 2FA' },
  { country: 'JP', region: '東京都', city: '千代田区', postalCode: '100-0001' },
] as const;

/** The address of an account; invented, and always the same for an account. */
export const addressOf = (reader: AwsReader, account: string): Address => {
  const company = reader.get('accounts', account)?.name ?? `Buyer ${account}`;
  const [byte = 0, street = 0] = createHash('sha256').update(`place/${account}`).digest();
  const place = places[byte % places.length] ?? places[0];
  const domain = `${company.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example.com`;
  return { company, domain, line1: `${street + 1} Market Street`, ...place };
};
