import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type AddressRule = {
  /** `https:`, and for mail servers `smtp:` and `smtps:`. */
  schemes: readonly string[];
  /** Origins that are called whatever they are: the service's own simulators. */
  allowedOrigins: ReadonlySet<string>;
};

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };
const mailPorts = new Set([25, 465, 587]);
/** Below stand services that take a request for something else. */
const freePortsFrom = 1024;

export const portOf = (url: URL): number => (url.port === '' ? (standardPorts[url.protocol] ?? 0) : Number(url.port));

/** Brackets of IPv6 are taken off. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** How a browser reads a host: `0x7f.1` is 127.0.0.1; undefined: it does not. */
const plainHost = (written: string): string | undefined => {
  const text = `http://${written}/`;
  return URL.canParse(text) ? new URL(text).hostname : undefined;
};

/** Why a host is not called, as far as its name tells; null: what it leads to decides. */
export const refusedHost = (host: string): string | null => {
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must not be an address of a private or special network';
  const labels = host.split('.');
  if (labels.length < 2 || labels.at(-1) === 'localhost') return 'must name a host of the public internet';
  return labels.includes('') ? 'must not end in a dot' : null;
};

const refusedPort = (url: URL): string | null => {
  const port = portOf(url);
  const isFine = port >= freePortsFrom || (url.protocol === 'https:' ? port === 443 : mailPorts.has(port));
  return isFine ? null : `must not name the port ${port}`;
};

/** Why an address that a caller gives is not called, as the end of a sentence; null: nothing in its text is wrong. */
export const refusedAddress = (text: string, { schemes, allowedOrigins }: AddressRule): string | null => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const written = /^[a-z]+:\/\/([^/?#\\\s]+)/i.exec(text)?.[1];
  if (!url || written === undefined) return 'must be an absolute address, such as https://api.example.com';
  // Parsers do not agree on what these mean.
  if (/[\\\s]/.test(text)) return 'must not hold blanks or backslashes';
  if (written.includes('@')) return 'must not hold a user or a password';
  if (url.hash !== '') return 'must not hold a fragment';
  const host = written.toLowerCase().replace(/:\d*$/, '');
  const plain = plainHost(host);
  if (plain !== host) return `must name its host plainly${plain ? `: ${plain}` : ''}`;
  if (allowedOrigins.has(url.origin)) return null;
  if (!schemes.includes(url.protocol)) return `must begin with ${schemes.map((one) => `${one}//`).join(' or ')}`;
  return refusedHost(hostOf(url)) ?? refusedPort(url);
};
