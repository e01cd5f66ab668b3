/** Codes of connections that never came about: nothing was sent. */
export const notSentCodes: ReadonlySet<string> = new Set([
  'ADDRESS_REFUSED',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
