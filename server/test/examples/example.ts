import type { CallOptions, TestApp, TestOrganization } from '../app.ts';

/** A request that an endpoint answers with 200. `params` are ids as clients see them. */
export type Example = {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** Instead of a body: a form with this file. */
  file?: { name: string; content: string };
};

/** What is sent of an example. */
export const sentOf = ({ body, file }: Example): Pick<CallOptions, 'body' | 'file'> => ({
  ...(body === undefined ? {} : { body }),
  ...(file === undefined ? {} : { file }),
});

/** Makes what the request needs in the organization, then says the request. */
export type MakeExample = (app: TestApp, organization: TestOrganization) => Promise<Example>;

export type Examples = Readonly<Record<string, MakeExample>>;

/** The id of a thing that a call answered with. */
export const idOf = (reply: { body: unknown }): string => (reply.body as { id: string }).id;
