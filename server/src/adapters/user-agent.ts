/** How the service names itself to partners: in their logs, and to whoever looks at recorded exchanges. */
export const userAgent = 'marketplace-operations';
