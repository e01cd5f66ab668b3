/**
 * Where browsers begin to sign in by the identity provider; they come back below it. A session is a cookie of one host, so
 * this is on the host of the console: at `AUTH_URL` if that has the same host name, otherwise at `PUBLIC_URL`.
 */
export const oidcAddress = (authUrl: string, publicUrl: string): string => {
  const isSameHost = new URL(authUrl).hostname === new URL(publicUrl).hostname;
  return `${isSameHost ? authUrl : `${publicUrl}/people`}/signIn/oidc`;
};
