import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const isLoopback = (address: string | undefined): boolean => /^(::1|(::ffff:)?127(\.\d+){3})$/i.test(address ?? '');

/**
 * Another site can direct a browser on this machine to this service through its own domain name (DNS rebinding); the Host header
 * then holds that name. A Host that is a local address or `localhost` cannot result from that. A request from another
 * machine uses the names of the operator's network.
 */
export const isDnsRebinding = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean => {
  const name = (headers.host ?? '').replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(socket.remoteAddress) && name !== '' && name.toLowerCase() !== 'localhost' && isIP(name) === 0;
};
