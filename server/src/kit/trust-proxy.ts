/** Proxies in front of a listener: none, how many, or which, as addresses and networks. */
export type TrustProxy = false | number | string[];

/** The same as Fastify takes it. `hop` counts from the peer of the connection on. */
export const trustOf = (setting: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
