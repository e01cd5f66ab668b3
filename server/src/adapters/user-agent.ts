/** How the service identifies itself to partners, in their logs and in recorded exchanges. */
export const userAgent = 'marketplace-operations';
