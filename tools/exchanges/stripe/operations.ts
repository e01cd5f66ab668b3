import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An operation as the official SDK calls it: `resource` is the file that defines it, without `.js`. */
export type StripeOperation = {
  resource: string;
  className: string;
  method: string;
  verb: string;
  /** `/v1/customers/{}`. */
  template: string;
  pattern: RegExp;
};

const classLine = /^export class (\w+) extends/;
const methodLine = /^ {4}(\w+)\(.*\) \{$/;
const request = /_makeRequest\('([A-Z]+)', (['`])(\/v1\/[^'`]*)\2/;

/** Extracts the operations of API v1 from the SDK's own calls: each has its verb and its address. */
export const readOperations = (sdkFolder: string): StripeOperation[] => {
  const folder = join(sdkFolder, 'resources');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return files.flatMap((file) => {
    const operations: StripeOperation[] = [];
    let className = '';
    let method = '';
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      className = classLine.exec(line)?.[1] ?? className;
      method = methodLine.exec(line)?.[1] ?? method;
      const [, verb, , address] = request.exec(line) ?? [];
      if (verb === undefined || address === undefined) continue;
      const template = address.replace(/\$\{[^}]*\}/g, '{}');
      const pattern = new RegExp(`^${template.replaceAll('{}', '[^/]+')}$`);
      operations.push({ resource: file.slice(0, -'.js'.length), className, method, verb, template, pattern });
    }
    return operations;
  });
};

/** The operation of a request. If several match, the one with the fewest variables (`/search` is not an id). */
export const findOperation = (
  operations: readonly StripeOperation[],
  verb: string,
  path: string,
): StripeOperation | undefined =>
  operations
    .filter((operation) => operation.verb === verb && operation.pattern.test(path))
    .sort((left, right) => left.template.split('{}').length - right.template.split('{}').length)[0];
