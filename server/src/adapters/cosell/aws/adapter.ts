import { callLater } from '../../../kit/load-once.ts';
import type { ClientOptions } from '../../marketplace/aws/client.ts';
import { listAt, textAt } from '../document.ts';
import type { CoSell, DocumentFault } from '../port.ts';
import type { OpportunityCalls } from './calls.ts';
import { prettifyCoSellError } from './prettify.ts';
import { awsRules } from './rules.ts';

/** ErrorList of ValidationException: FieldName is a dotted path, with an index in brackets. */
const readFaults = (details: unknown): DocumentFault[] =>
  listAt(details, 'fields').flatMap((one) => {
    const path = textAt(one, 'FieldName')?.replaceAll(/\[(\d+)\]/g, '.$1');
    const message = textAt(one, 'Message') ?? 'is refused by AWS';
    return path === undefined ? [] : [{ path, code: (textAt(one, 'Code') ?? 'invalid').toLowerCase(), message }];
  });

/**
 * Opportunities of AWS Partner Central (Selling API, model 2022-07-26; Account API, 2025-04-04). docs/decisions/0127.
 * The SDK is large: the first call loads it.
 */
export const createAwsCoSell = (options: ClientOptions = {}): CoSell & { close(): void } => {
  let close = (): void => {};
  const { verify, create, submit, read, update, accept, decline, listChanged, searchPartners } =
    callLater<OpportunityCalls>(async () => {
      const { createOpportunityCalls } = await import('./calls.ts');
      const opened = createOpportunityCalls(options);
      close = opened.close;
      return opened.calls;
    });
  return {
    rules: awsRules,
    close: () => close(),
    ...{ verify, create, submit, read, update, accept, decline, listChanged, searchPartners },
    prettifyError: prettifyCoSellError,
    readFaults,
  };
};
