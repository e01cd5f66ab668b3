import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Log } from '../kit/log.ts';
import type { TrustProxy } from '../kit/trust-proxy.ts';

/** Private and local networks (RFC 1918, 6598, 3927, 4193, 4291), where proxies in front of a service usually are. */
const near = new BlockList();
for (const [address, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(address, prefix, 'ipv6');

/** Also handles IPv4 addresses mapped to IPv6. */
export const isNear = (address: string): boolean => near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Behind a proxy that is not configured, all callers share its address and so one count of wrong secrets: a single
 * caller who fails too often locks out all. Warns about it once. Forwarding headers from public addresses are ignored.
 */
export const createProxyWarning = (log: Log, trustProxy: TrustProxy): ((server: Server) => void) => {
  let said = trustProxy !== false;
  return (server) =>
    server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
      if (said || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
      if (!isNear(socket.remoteAddress ?? '')) return;
      said = true;
      log.warn(
        { setting: 'TRUST_PROXY' },
        'requests come through an untrusted proxy, so failed logins of all callers are counted together; set TRUST_PROXY',
      );
    });
};
