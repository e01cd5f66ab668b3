import { isIP } from 'node:net';
import { type AllowedHost, parseAllowedHost } from '../adapters/outgoing/allowed-hosts.ts';
import type { TrustProxy } from '../kit/trust-proxy.ts';

/** How one kind of value is parsed. `parse` returns undefined for invalid text. */
export type Kind<T> = { is: string; parse: (text: string) => T | undefined };

/** A token bucket: requests per second, and the burst allowed after a pause. */
export type RateLimit = { perSecond: number; burst: number };

export const highestPort = 65_535;

export const port: Kind<number> = {
  is: `a whole number from 0 to ${highestPort}`,
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= highestPort ? Number(text) : undefined),
};

/** Null to disable the listener. */
export const portOrOff: Kind<number | null> = {
  is: `${port.is}, or off`,
  parse: (text) => (text.toLowerCase() === 'off' ? null : port.parse(text)),
};

const mostMonths = 1200;

/** Null to keep everything. */
export const monthsOrOff = (fewest: number): Kind<number | null> => ({
  is: `a whole number of months from ${fewest} to ${mostMonths}, or off`,
  parse: (text) => {
    if (text.toLowerCase() === 'off') return null;
    const months = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    return months >= fewest && months <= mostMonths ? months : undefined;
  },
});

const longestWaitSeconds = 3600;

export const waitSeconds: Kind<number> = {
  is: `a whole number of seconds from 0 to ${longestWaitSeconds}`,
  parse: (text) => (/^\d{1,4}$/.test(text) && Number(text) <= longestWaitSeconds ? Number(text) : undefined),
};

const switches: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['1', true],
  ['true', true],
  ['off', false],
  ['0', false],
  ['false', false],
]);

export const onOff: Kind<boolean> = { is: 'on or off', parse: (text) => switches.get(text.toLowerCase()) };

export const oneOf = <T extends string>(...values: readonly T[]): Kind<T> => ({
  is: `one of ${values.join(', ')}`,
  parse: (text) => values.find((value) => value === text.toLowerCase()),
});

export const hostName: Kind<string> = {
  is: 'a host name or an IP address, without port or scheme',
  parse: (text) => (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
};

export const folder: Kind<string> = {
  is: 'the path of a folder',
  parse: (text) => (text.includes('\0') ? undefined : text),
};

export const webAddress: Kind<string> = {
  is: 'an absolute http or https URL without trailing slash, query, fragment or credentials',
  parse: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:\/\//i.test(text) || /[?#\s]|\/$/.test(text)) return undefined;
    if (url.username !== '' || url.password !== '') return undefined;
    return url.href.replace(/\/$/, '');
  },
};

export const databaseAddress: Kind<string> = {
  is: 'a postgres:// or postgresql:// URL',
  parse: (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
};

export const secretBytes = 32;

export const secretKey: Kind<Buffer> = {
  is: `at least ${secretBytes} random bytes, written in base64 or hex`,
  parse: (text) => {
    // Every hex text is also valid base64 of more bytes, so hex is tried first and is then final.
    const isHex = /^([0-9a-f]{2})+$/i.test(text);
    const isBase64 = /^[\w+/-]+={0,2}$/.test(text);
    const key = isHex ? Buffer.from(text, 'hex') : isBase64 ? Buffer.from(text, 'base64') : undefined;
    return key && key.length >= secretBytes ? key : undefined;
  },
};

export const secretKeyList: Kind<Buffer[]> = {
  is: `keys of ${secretKey.is}, comma separated`,
  parse: (text) => {
    const keys = text.split(',').map((part) => secretKey.parse(part.trim()));
    return keys.every((key) => key !== undefined) ? keys : undefined;
  },
};

const sharedCharsMin = 32;

export const sharedSecret: Kind<string> = {
  is: `at least ${sharedCharsMin} visible ASCII characters`,
  parse: (text) => (/^[\x21-\x7e]+$/.test(text) && text.length >= sharedCharsMin ? text : undefined),
};

export const bearerToken: Kind<string> = {
  is: '1 to 4096 visible ASCII characters',
  parse: (text) => (/^[\x21-\x7e]{1,4096}$/.test(text) ? text : undefined),
};

export const rateLimit: Kind<RateLimit | null> = {
  is: 'off, or two whole numbers above 0 like 100/500 (a second / at once)',
  parse: (text) => {
    if (text.toLowerCase() === 'off') return null;
    const [, perSecond, burst] = /^([1-9]\d{0,6})\/([1-9]\d{0,6})$/.exec(text) ?? [];
    return perSecond && burst ? { perSecond: Number(perSecond), burst: Number(burst) } : undefined;
  },
};

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const width = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= width));
};

export const proxies: Kind<TrustProxy> = {
  is: 'off, the number of proxies (1 to 9), or their addresses and networks, such as 10.0.0.1,10.1.0.0/16',
  parse: (text) => {
    if (text.toLowerCase() === 'off' || text === '0') return false;
    if (/^[1-9]$/.test(text)) return Number(text);
    const networks = text.split(',').map((part) => part.trim());
    return networks.every(isNetwork) ? networks : undefined;
  },
};

export const allowedHosts: Kind<AllowedHost[]> = {
  is: 'hosts, comma separated: host, host:port, or http://host:port for plain http',
  parse: (text) => {
    const hosts = text.split(',').map((part) => parseAllowedHost(part.trim()));
    return hosts.every((host) => host !== undefined) ? hosts : undefined;
  },
};

export const hostNames: Kind<string[]> = {
  is: 'what browsers call this machine, comma separated: host or host:port',
  parse: (text) => {
    const names = text.split(',').map((part) => part.trim().toLowerCase());
    return names.every((name) => /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.test(name)) ? names : undefined;
  },
};

/** False for a bare % of a user or password: it is written %25. */
const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
};

export const mailServer: Kind<string> = {
  is: 'an smtp:// or smtps:// URL, with credentials where the server wants them',
  parse: (text) => {
    const url = /^smtps?:\/\/[^/?#\s]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    return url && url.hostname !== '' && isDecodable(url.username) && isDecodable(url.password) ? text : undefined;
  },
};

export const sender: Kind<string> = {
  is: 'a mail address, or a name and an address like Operations <ops@example.com>',
  parse: (text) =>
    /^([^<>"\r\n]*<)?[^<>@\s"]+@[a-z0-9.-]+>?$/i.test(text) && /<.*>$|^[^<>]+$/.test(text) ? text : undefined,
};

export const line: Kind<string> = {
  is: 'a line of at most 200 characters',
  parse: (text) => (/^[^\p{Cc}]{1,200}$/u.test(text) ? text : undefined),
};

export const bucketName: Kind<string> = {
  is: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  parse: (text) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined),
};
