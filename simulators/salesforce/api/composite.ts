import type { HttpAnswer } from '../../kit/http.ts';
import { errorAnswer, refusal, refusedBy, sfAnswer } from '../errors.ts';
import type { Json } from '../state.ts';
import { type ApiCall, bodyOf, type Route, type SubRequest } from './call.ts';

/** The maximum number of parts in a composite call, and how many of them may be queries or collections. */
const partsMax = 25;
const heavyMax = 5;

const isFailed = ({ status }: HttpAnswer): boolean => status >= 400;
const parsed = ({ body }: HttpAnswer): unknown => (body === '' ? null : JSON.parse(body));

const partsOf = (call: ApiCall, member: string): Json[] => {
  const parts = bodyOf(call)[member];
  if (!Array.isArray(parts) || parts.length === 0) {
    throw refusal(400, { errorCode: 'JSON_PARSER_ERROR', message: `Missing required field: ${member}` });
  }
  if (parts.length > partsMax) {
    const message = `Limit Exceeded. The number of subrequests is over the limit of ${partsMax}.`;
    throw refusal(400, { errorCode: 'INVALID_INPUT', message });
  }
  return parts as Json[];
};

/** A part's address, without host and version. Its own version is ignored. */
const addressOf = (url: string): { path: string; query: string } => {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  return { path: path.replace(/^\/?(services\/data\/)?v\d+\.\d+/, ''), query };
};

const requestOf = (part: Json, url: string, body: unknown): SubRequest => ({
  method: String(part.method).toUpperCase(),
  ...addressOf(url),
  body,
  headers: Object.fromEntries(
    Object.entries((part.httpHeaders as Json | undefined) ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  ),
});

/**
 * `@{reference.path}` refers to a value in the response of an earlier part, such as `@{account.id}` or
 * `@{found.records[0].Id}` (REST API guide, Composite).
 */
const fillIn = (value: unknown, answers: ReadonlyMap<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.map((one) => fillIn(one, answers));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillIn(inner, answers)]));
  }
  if (typeof value !== 'string') return value;
  return value.replaceAll(/@\{(\w+)((?:\.\w+|\[\d+\])*)\}/g, (whole, id: string, path: string) => {
    const found = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce<unknown>((inner, name) => (inner as Json | null | undefined)?.[name], answers.get(id));
    if (found !== undefined && found !== null) return String(found);
    const message = `Invalid reference specified. No value for ${whole.slice(2, -1)} found in ${id}`;
    throw refusal(400, { errorCode: 'PROCESSING_HALTED', message });
  });
};

type Done = { part: Json; answer: HttpAnswer };

/** The response for a part that was rolled back or not started because another part failed. */
const rolledBack = sfAnswer(400, [
  {
    errorCode: 'PROCESSING_HALTED',
    message: 'The transaction was rolled back since another operation in the same transaction failed.',
  },
]);

/** Up to 25 requests in one; later ones may use the responses of earlier ones. */
const composite = (call: ApiCall): HttpAnswer => {
  const parts = partsOf(call, 'compositeRequest');
  checkReferences(parts);
  const { allOrNone } = bodyOf(call);
  const done = call.atomic<Done[]>((write) => {
    const answers = new Map<string, unknown>();
    const all: Done[] = [];
    const mustUndo = (): boolean => allOrNone === true && all.some(({ answer }) => isFailed(answer));
    for (const part of parts) {
      const answer = mustUndo() ? rolledBack : runPart(call, part, answers, write);
      if (!isFailed(answer)) answers.set(String(part.referenceId), parsed(answer));
      all.push({ part, answer });
    }
    if (!mustUndo()) return { result: all, keep: true };
    const result = all.map((one) => (isFailed(one.answer) ? one : { ...one, answer: rolledBack }));
    return { result, keep: false };
  });
  const compositeResponse = done.map(({ part, answer }) => ({
    body: parsed(answer),
    httpHeaders: answer.headers.location === undefined ? {} : { Location: answer.headers.location },
    httpStatusCode: answer.status,
    referenceId: part.referenceId,
  }));
  return sfAnswer(200, { compositeResponse });
};

const checkReferences = (parts: Json[]): void => {
  const ids = parts.map(({ referenceId }) => referenceId);
  const wrong = ids.find((id) => typeof id !== 'string' || !/^[A-Za-z]\w*$/.test(id));
  if (wrong !== undefined || ids.length !== new Set(ids).size || ids.includes(undefined)) {
    const message = 'Provided reference ID is invalid or used twice; it has letters, numbers and underscores.';
    throw refusal(400, { errorCode: 'INVALID_INPUT', message });
  }
  const heavy = parts.filter(({ url }) => /\/(query|queryAll|composite\/sobjects)\b/.test(String(url))).length;
  if (heavy > heavyMax) {
    const message = `Limit Exceeded. No more than ${heavyMax} subrequests may be queries or collections.`;
    throw refusal(400, { errorCode: 'INVALID_INPUT', message });
  }
};

const runPart = (
  call: ApiCall,
  part: Json,
  answers: ReadonlyMap<string, unknown>,
  write: ApiCall['write'],
): HttpAnswer => {
  let request: SubRequest;
  try {
    request = requestOf(part, String(fillIn(part.url, answers)), fillIn(part.body, answers));
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    return errorAnswer(refused.status, refused.errors);
  }
  return call.again(request, write);
};

/** Up to 25 independent requests; each is kept, whatever happens to the others. */
const batch = (call: ApiCall): HttpAnswer => {
  const { haltOnError } = bodyOf(call);
  const answers: HttpAnswer[] = [];
  for (const part of partsOf(call, 'batchRequests')) {
    const isHalted = haltOnError === true && answers.some(isFailed);
    const message = 'Batch processing halted per request';
    const refused = sfAnswer(412, [{ errorCode: 'BATCH_PROCESSING_HALTED', message }]);
    answers.push(isHalted ? refused : call.again(requestOf(part, String(part.url), part.richInput), call.write));
  }
  return sfAnswer(200, {
    hasErrors: answers.some(isFailed),
    results: answers.map((answer) => ({ statusCode: answer.status, result: parsed(answer) })),
  });
};

export const compositeRoutes: Route[] = [
  { name: 'Composite', method: 'POST', path: '/composite', run: composite },
  { name: 'Batch', method: 'POST', path: '/composite/batch', run: batch },
];
