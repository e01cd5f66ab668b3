import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public (IANA, special-purpose registry), and those that clouds answer themselves. */
const reservedV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/**
 * All routed addresses are in 2000::/3; exceptions: special protocols, documentation, and embedded IPv4 (Teredo, 6to4).
 */
const reservedV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const v4 = new BlockList();
for (const [net, bits] of reservedV4) v4.addSubnet(net, bits, 'ipv4');
const v6 = new BlockList();
for (const [net, bits] of reservedV6) v6.addSubnet(net, bits, 'ipv6');
const routedV6 = new BlockList();
routedV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address, as a resolver returns it, is reachable for everyone on the internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !v4.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && routedV6.check(address, 'ipv6') && !v6.check(address, 'ipv6');
};
