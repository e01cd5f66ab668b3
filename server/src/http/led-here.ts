import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const isLoopback = (address: string | undefined): boolean => /^(::1|(::ffff:)?127(\.\d+){3})$/i.test(address ?? '');

/**
 * A browser on this machine can be led here by a name of somebody else's (DNS rebinding): then the name stands in the Host. An
 * address there, or `localhost`, was led by nobody. Who comes from elsewhere comes by the names of the operator's network.
 */
export const isLedHere = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean => {
  const name = (headers.host ?? '').replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(socket.remoteAddress) && name !== '' && name.toLowerCase() !== 'localhost' && isIP(name) === 0;
};
