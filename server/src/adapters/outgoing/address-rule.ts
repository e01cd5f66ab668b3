import { isIP } from 'node:net';
import { type AllowedHost, allowsPath, findAllowed } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

export type AddressRule = {
  /** `https:`, and for mail servers `smtp:` and `smtps:`. */
  schemes: readonly string[];
  /** Hosts that may be called although they are not on the public internet. */
  allowed: readonly AllowedHost[];
};

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };
const mailPorts = new Set([25, 465, 587]);
/** Lower ports belong to services that may take a request for something else. */
const freePortsFrom = 1024;

export const portOf = (url: URL): number => (url.port === '' ? (standardPorts[url.protocol] ?? 0) : Number(url.port));

/** Without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** How a browser reads a host: `0x7f.1` is 127.0.0.1; undefined if it cannot. */
const plainHost = (written: string): string | undefined => {
  const text = `http://${written}/`;
  return URL.canParse(text) ? new URL(text).hostname : undefined;
};

/** Why a host is not called, as far as its name shows; null: the addresses behind it decide. */
export const refusedHost = (host: string): string | null => {
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must not be an address of a private or special network';
  const labels = host.split('.');
  if (labels.length < 2 || labels.at(-1) === 'localhost') return 'must name a host on the public internet';
  return labels.includes('') ? 'must not end in a dot' : null;
};

const refusedPort = (url: URL): string | null => {
  const port = portOf(url);
  const isFine = port >= freePortsFrom || (url.protocol === 'https:' ? port === 443 : mailPorts.has(port));
  return isFine ? null : `must not name the port ${port}`;
};

/** Where https is required, an allowed host may use plain http. */
const isPlainWeb = ({ protocol }: URL, schemes: readonly string[]): boolean =>
  protocol === 'http:' && schemes.includes('https:');

/** Why an address given by a caller is not called, as the end of a sentence; null: nothing in its text is wrong. */
export const refusedAddress = (text: string, { schemes, allowed }: AddressRule): string | null => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const written = /^[a-z]+:\/\/([^/?#\\\s]+)/i.exec(text)?.[1];
  if (!url || written === undefined) return 'must be an absolute address, such as https://api.example.com';
  // Parsers disagree about these characters.
  if (/[\\\s]/.test(text)) return 'must not contain blanks or backslashes';
  if (written.includes('@')) return 'must not contain a user or a password';
  if (url.hash !== '') return 'must not contain a fragment';
  const host = written.toLowerCase().replace(/:\d*$/, '');
  const plain = plainHost(host);
  if (plain !== host) return `must name its host plainly${plain ? `: ${plain}` : ''}`;
  const permit = findAllowed(allowed, { scheme: url.protocol, host: hostOf(url), port: portOf(url) });
  const isPermitted = permit !== undefined && (schemes.includes(url.protocol) || isPlainWeb(url, schemes));
  if (!isPermitted && !schemes.includes(url.protocol))
    return `must begin with ${schemes.map((one) => `${one}//`).join(' or ')}`;
  if (!isPermitted) return refusedHost(hostOf(url)) ?? refusedPort(url);
  if (!allowsPath(permit, url.pathname)) return `must be below ${permit.paths?.join(', ')}`;
  return permit.port === null ? refusedPort(url) : null;
};

/** Why an address cannot be the base of a partner's API: paths are appended to it. */
export const refusedBase = (text: string, rule: AddressRule): string | null => {
  const reason = refusedAddress(text, rule);
  if (reason !== null) return reason;
  if (text.includes('?')) return 'must not contain a query: paths are appended to it';
  const [, path = ''] = /^[a-z]+:\/\/[^/]+(.*)$/i.exec(text) ?? [];
  const plain = new URL(text).pathname;
  return path === '' || path === plain ? null : `must write its path plainly: ${plain}`;
};
