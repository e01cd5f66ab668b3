import type { TestApp, TestOrganization } from '../app.ts';

/** A request that an endpoint answers with 200. `params` are ids as clients see them. */
export type Example = { params?: Record<string, string>; query?: string; body?: unknown };

/** Makes what the request needs in the organization, then says the request. */
export type MakeExample = (app: TestApp, organization: TestOrganization) => Promise<Example>;

export type Examples = Readonly<Record<string, MakeExample>>;

/** The id of a thing that a call answered with. */
export const idOf = (reply: { body: unknown }): string => (reply.body as { id: string }).id;
