import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeId, encodeId } from '../kit/ids.ts';
import type { SecretKeys } from './secrets.ts';

/** What a reply to a mail is about: a ticket (UUID) of an organization (UUID). */
export type Replied = { orgId: string; ticketId: string };

/**
 * Addresses to which mails about a ticket can be answered. Whoever knows one may write to that ticket only, until it
 * expires, so it is signed: it is stored nowhere and cannot be guessed.
 */
export type ReplyAddresses = {
  readonly domain: string;
  /** The address for mails written at that time; the same for all of one period. */
  addressOf(replied: Replied, writtenAt: Date): string;
  /** What the address is for; undefined if it was not made here, was altered, or has expired. */
  read(address: string, now: Date): Replied | undefined;
};

/** An address is valid in its period and in the next one: for at least this long, and at most twice as long. */
const periodMs = 90 * 86_400_000;

const suffixLength = 26;
/** An address has at most 64 characters before the @ (RFC 5321, 4.5.3.1.1). Two IDs leave 12, which hold 60 bits. */
const signatureLength = 12;

/** Mail servers may change the case of an address, so it has small letters and digits only. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const suffixOf = (text: string): string => text.slice(-suffixLength);

const periodOf = (time: Date): number => Math.floor(time.getTime() / periodMs);

const signatureOf = (key: Buffer, ids: string, period: number): string =>
  [...createHmac('sha256', key).update(`${ids}.${period}`).digest()]
    .slice(0, signatureLength)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');

const isSame = (left: string, right: string): boolean => timingSafeEqual(Buffer.from(left), Buffer.from(right));

const pattern = new RegExp(
  `^([${alphabet}]{${suffixLength}})([${alphabet}]{${suffixLength}})([${alphabet}]{${signatureLength}})$`,
);

/** `domain`: the domain whose mail is handed to this service. The first key signs; all of them check. */
export const createReplyAddresses = (keys: SecretKeys, domain: string): ReplyAddresses => {
  const derived = keys.map((key) => key.derive('reply-address'));
  const [current] = derived as [Buffer, ...Buffer[]];
  return {
    domain,
    addressOf: ({ orgId, ticketId }, writtenAt) => {
      const ids = `${suffixOf(encodeId('org', orgId))}${suffixOf(encodeId('ticket', ticketId))}`;
      return `${ids}${signatureOf(current, ids, periodOf(writtenAt))}@${domain}`;
    },
    read: (address, now) => {
      const [local = '', host, ...more] = address.toLowerCase().split('@');
      const [, org = '', ticket = '', signature = ''] = pattern.exec(local) ?? [];
      if (signature === '' || host !== domain.toLowerCase() || more.length > 0) return undefined;
      const periods = [periodOf(now), periodOf(now) - 1];
      const matches = derived.flatMap((key) =>
        periods.map((period) => isSame(signature, signatureOf(key, `${org}${ticket}`, period))),
      );
      const [orgId, ticketId] = [decodeId('org', `org_${org}`), decodeId('ticket', `ticket_${ticket}`)];
      return matches.includes(true) && orgId !== null && ticketId !== null ? { orgId, ticketId } : undefined;
    },
  };
};
