import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';

/**
 * A client as it would be generated from the document, with formats, enums and closed shapes checked. It reads
 * everything readable of an organization and reports mismatches.
 */

type Json = Record<string, unknown>;

export type Answered = { status: number; body: unknown; link: string | null };

export type Reading = {
  /** The number of responses read, by operation. */
  readonly answers: Record<string, number>;
  /** Mismatches: the address and the fault. */
  readonly faults: string[];
};

type Parameter = { name: string; in: string; required?: boolean; schema?: { enum?: string[]; format?: string } };
type Operation = { id: string; path: string; method: 'get' | 'post'; parameters: Parameter[] };

/** Reads an address: `path` is relative to the base address; a POST has a body. */
export type Read = (method: 'get' | 'post', path: string) => Promise<Answered>;

const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** All read-only operations below an organization; those that change something have `dryRun`. */
const readsOf = (document: Json): Operation[] =>
  Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const { operationId, parameters } = (methods[method] ?? {}) as { operationId?: string; parameters?: Parameter[] };
      if (operationId === undefined || parameters === undefined || !path.startsWith('/org/{orgId}')) return [];
      const changes = parameters.some(({ name }) => name === 'dryRun');
      return changes ? [] : [{ id: operationId, path, method, parameters }];
    }),
  );

/** The items of a response that is a list, or contains one. */
const itemsOf = (body: unknown): Json[] => {
  if (Array.isArray(body)) return body as Json[];
  const lists = Object.values((body ?? {}) as Json).filter(Array.isArray);
  return lists.length === 1 ? (lists[0] as Json[]) : [];
};

/** A value for a query parameter that must be given: a word of its list, or a day. */
const valueFor = ({ schema }: Parameter): string | undefined =>
  schema?.enum?.find((word) => word !== '') ?? (schema?.format === 'date' ? '2026-11-20' : undefined);

/** The query that an operation needs; empty if it needs none. */
const queryOf = ({ parameters }: Operation): string => {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const given = needed.map((parameter) => [parameter.name, valueFor(parameter) ?? ''] as [string, string]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

const idOf = (item: Json): string | undefined =>
  [item?.id, item?.recordId].find((id): id is string => typeof id === 'string');

/** Where the items below an address are listed: there, or for `record/AWS` in `records`. */
const listsOf = (address: string): string[] => [address, `${address}/list`, `${address.replace(/\/[^/]+$/, '')}s`];

/** Validators of the responses of all operations; undefined for a status that the document does not declare. */
const createValidators = (document: Json) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, Json> }>>;
  return (path: string, method: string, status: number): ValidateFunction | undefined => {
    const response = paths[path]?.[method]?.responses[String(status)];
    if (response === undefined) return undefined;
    const pointer =
      response.$ref === undefined
        ? ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema']
        : ['components', 'schemas', 'Problem'];
    return ajv.getSchema(`document#/${pointer.map(escapePointer).map(encodeURIComponent).join('/')}`);
  };
};

/** Whether the document says that the response is a file. */
const isDownload = (document: Json, path: string, method: string): boolean => {
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, Json> }>>;
  const content = (paths[path]?.[method]?.responses['200']?.content ?? {}) as Json;
  return 'application/octet-stream' in content && !('application/json' in content);
};

/** Checks responses against the document; the result is empty if a response matches. */
export const createStrictReader = (document: Json) => {
  const validatorOf = createValidators(document);
  const judge = (path: string, method: string, status: number, body: unknown): string[] => {
    if (status === 200 && isDownload(document, path, method)) return [];
    const validate = validatorOf(path, method, status);
    if (!validate) return [`answered ${status}, which the document does not have`];
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.slice(0, 300),
    );
  };

  /**
   * Reads every list with all its pages, and everything that the lists refer to. `read` gets paths relative to the base
   * address.
   */
  const readEverything = async (orgId: string, read: Read): Promise<Reading> => {
    const operations = readsOf(document);
    const answers: Record<string, number> = {};
    const faults: string[] = [];
    const found = new Map<string, string[]>();

    const readPages = async (operation: Operation, address: string): Promise<void> => {
      let next: string | null = address;
      while (next !== null) {
        const path: string = next;
        const { status, body, link } = await read(operation.method, path);
        answers[operation.id] = (answers[operation.id] ?? 0) + 1;
        faults.push(...judge(operation.path, operation.method, status, body).map((fault) => `${path}: ${fault}`));
        const ids = itemsOf(body).flatMap((item) => idOf(item) ?? []);
        found.set(address, [...(found.get(address) ?? []), ...ids]);
        next = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? null;
      }
    };

    /** The addresses for a path template: ids come from the lists read before, enumerated values from the document. */
    const addressesOf = ({ path, parameters }: Operation): string[] => {
      let addresses = [''];
      for (const part of path.split('/').slice(1)) {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        const words = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema?.enum;
        addresses = addresses.flatMap((before) => {
          if (name === undefined) return [`${before}/${part}`];
          if (name === 'orgId') return [`${before}/${orgId}`];
          const ids = words ?? listsOf(before).flatMap((list) => found.get(list) ?? []);
          return ids.map((id) => `${before}/${id}`);
        });
      }
      return addresses;
    };

    // Lists are read before their items, because their paths are shorter.
    for (const operation of operations.sort((left, right) => left.path.length - right.path.length)) {
      for (const address of addressesOf(operation)) await readPages(operation, `${address}${queryOf(operation)}`);
    }
    return { answers, faults };
  };

  return { judge, readEverything };
};
