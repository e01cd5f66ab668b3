/** Trusted proxies in front of a listener: none, a number of hops, or addresses and networks. */
export type TrustProxy = false | number | string[];

/** The same in Fastify's form. `hop` counts from the peer of the connection. */
export const trustOf = (setting: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
