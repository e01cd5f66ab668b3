import type { CallOptions, TestApp, TestOrganization } from '../app.ts';

/** A request that an endpoint answers with 200. `params` are ids as clients see them. */
export type Example = {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** Instead of a body: a form with this file. */
  file?: { name: string; content: string };
};

/** The parts of an example that are sent. */
export const sentOf = ({ body, file }: Example): Pick<CallOptions, 'body' | 'file'> => ({
  ...(body === undefined ? {} : { body }),
  ...(file === undefined ? {} : { file }),
});

/** Creates what the request needs in the organization, then returns the request. */
export type MakeExample = (app: TestApp, organization: TestOrganization) => Promise<Example>;

export type Examples = Readonly<Record<string, MakeExample>>;

/** The id in the response of a call. */
export const idOf = (reply: { body: unknown }): string => (reply.body as { id: string }).id;
