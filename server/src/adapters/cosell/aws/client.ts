import { Readable } from 'node:stream';
import { PartnerCentralAccountClient } from '@aws-sdk/client-partnercentral-account';
import { PartnerCentralSellingClient } from '@aws-sdk/client-partnercentral-selling';
import { boundAnswersOf, type ClientOptions, cacheClients, clientConfig } from '../../marketplace/aws/client.ts';
import type { CoSellAccess } from '../port.ts';

/** Partner Central exists in this region only. */
const region = 'us-east-1';

type Answer = { response: { body?: unknown; said?: string }; output?: object };
type Handler = (args: unknown) => Promise<Answer>;
type Stack = { add(middleware: (next: Handler) => Handler, options: object): void };

const keepText =
  (next: Handler): Handler =>
  async (args) => {
    const answer = await next(args);
    const { response } = answer;
    if (!(response.body instanceof Readable)) return answer;
    const bytes = Buffer.concat(await response.body.toArray());
    response.said = bytes.toString('utf8');
    response.body = Readable.from([bytes]);
    return answer;
  };

const giveText =
  (next: Handler): Handler =>
  async (args) => {
    const answer = await next(args);
    const { output, response } = answer;
    const said = response.said ? (JSON.parse(response.said) as object) : {};
    return { ...answer, output: { ...said, $metadata: (output as { $metadata?: unknown }).$metadata } };
  };

/**
 * The SDK reads times as milliseconds, and AWS states LastModifiedDate, by which it knows a version, in microseconds: answers
 * are given as AWS wrote them.
 */
const asWritten = (client: { middlewareStack: unknown }): void => {
  const stack = client.middlewareStack as Stack;
  boundAnswersOf(client);
  stack.add(keepText, { step: 'deserialize', priority: 'low' });
  stack.add(giveText, { step: 'deserialize', priority: 'high' });
};

/** A time that is sent as it was read. */
export const timeAsWritten = (text: string): Date => Object.assign(new Date(text), { toISOString: () => text });

/** The clients of each connection and its credentials. */
export const createPartnerCentralClients = (options: ClientOptions) =>
  cacheClients((access: CoSellAccess) => {
    const at = (service: 'selling' | 'account') => ({
      ...clientConfig(access, access.endpoints?.[service] ?? access.endpoint, options),
      region,
    });
    const clients = {
      selling: new PartnerCentralSellingClient(at('selling')),
      account: new PartnerCentralAccountClient(at('account')),
    };
    for (const client of Object.values(clients)) asWritten(client);
    return clients;
  });
