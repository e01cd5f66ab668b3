import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '../db/database.ts';
import { type Failure, recordFailures } from './store.ts';

/**
 * Wrong secrets leak from a bucket at one per interval; a bucket holds `burst` of them, and its owner is refused while
 * it is full. The narrow bucket is of a client *at an address*: were it of the client alone, anybody who knows a
 * client id could keep its owner out. The wide ones stop one address from trying many clients, and many addresses
 * from trying one client.
 */
const limits = {
  pair: { burst: 10, intervalMs: 6_000 },
  address: { burst: 30, intervalMs: 2_000 },
  client: { burst: 100, intervalMs: 600 },
} as const satisfies Record<string, { burst: number; intervalMs: number }>;

/** The buckets that a try by this client from this address would fill. */
export const bucketsOf = (clientId: string, address: string): Failure[] => {
  const network = networkOf(address);
  return [
    { key: keyOf('pair', clientId, network), ...limits.pair },
    { key: keyOf('address', network), ...limits.address },
    { key: keyOf('client', clientId), ...limits.client },
  ];
};

/** Rows in the database, so that every replica knows of them. */
export const countFailure = (database: Database, buckets: readonly Failure[], now: Date): Promise<void> =>
  database.system((system) => recordFailures(system, buckets, now));

/** Hashed: client ids come from anybody and may be long, and addresses of people are not kept. */
const keyOf = (...parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');

/** IPv6 is counted by its /64, which one machine owns as a whole; IPv4 inside IPv6 is IPv4. */
const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
};
