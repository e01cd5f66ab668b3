/** Codes of connections that were never established: nothing was sent. */
export const notSentCodes: ReadonlySet<string> = new Set([
  'ADDRESS_REFUSED',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
