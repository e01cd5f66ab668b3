import { isIP } from 'node:net';

/** The host name that passkeys are bound to; undefined at an IP address, for which browsers make none. */
export const passkeyHost = (publicUrl: string): string | undefined => {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
};
