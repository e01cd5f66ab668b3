import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import type { Report } from './check-shape.ts';

/**
 * S3, for which no published model is used: tables written from the S3 API Reference (ListObjectsV2, GetBucketLocation,
 * HeadBucket, GetObject, HeadObject, "Error responses"). The bytes of objects are streamed; a recording does not
 * contain them, and they are not checked.
 */

/** An XML element: its text as a pattern, or its children, of which some are required. */
type Node = RegExp | { required: Nodes; optional?: Nodes };
type Nodes = { readonly [name: string]: Node };

type S3Operation = {
  name: string;
  fits: (call: Call) => boolean;
  query: readonly string[];
  /** The root element and its content; null for a response without a document. */
  document: readonly [string, Node] | null;
  headers: { readonly [name: string]: RegExp };
};
type Call = { method: string; hasKey: boolean; query: URLSearchParams };

const any = /^[\s\S]*$/;
const some = /^[\s\S]+$/;
const whole = /^\d+$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const etag = /^"[0-9a-f]{32}(-\d+)?"$/;
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

const listResult: Node = {
  required: { Name: some, Prefix: any, KeyCount: whole, MaxKeys: whole, IsTruncated: /^(true|false)$/ },
  optional: {
    Delimiter: some,
    EncodingType: /^url$/,
    StartAfter: some,
    ContinuationToken: some,
    NextContinuationToken: some,
    Contents: {
      required: { Key: some, LastModified: time, ETag: etag, Size: whole, StorageClass: /^STANDARD$/ },
      optional: { Owner: { required: { ID: some } } },
    },
    CommonPrefixes: { required: { Prefix: some } },
  },
};

const objectHeaders = { etag, 'last-modified': httpDate, 'accept-ranges': /^bytes$/, 'content-type': some };

const operations: readonly S3Operation[] = [
  {
    name: 'GetBucketLocation',
    fits: ({ method, hasKey, query }) => method === 'GET' && !hasKey && query.has('location'),
    query: ['location'],
    document: ['LocationConstraint', any],
    headers: {},
  },
  {
    name: 'ListObjectsV2',
    fits: ({ method, hasKey, query }) => method === 'GET' && !hasKey && query.get('list-type') === '2',
    query: [
      ...['list-type', 'prefix', 'delimiter', 'max-keys', 'start-after'],
      ...['continuation-token', 'encoding-type', 'fetch-owner'],
    ],
    document: ['ListBucketResult', listResult],
    headers: {},
  },
  {
    name: 'HeadBucket',
    fits: ({ method, hasKey }) => method === 'HEAD' && !hasKey,
    query: [],
    document: null,
    headers: { 'x-amz-bucket-region': some },
  },
  {
    name: 'GetObject',
    fits: ({ method, hasKey }) => method === 'GET' && hasKey,
    query: [],
    document: null,
    headers: objectHeaders,
  },
  {
    name: 'HeadObject',
    fits: ({ method, hasKey }) => method === 'HEAD' && hasKey,
    query: [],
    document: null,
    headers: objectHeaders,
  },
];

/** Codes of refusals with their statuses. */
const errors: Record<string, number> = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidRange: 416,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
};

const errorDocument: Node = {
  required: { Code: some, Message: some, RequestId: some, HostId: some },
  optional: {
    ...{ Resource: some, BucketName: some, Key: some, Region: some, Condition: some },
    ...{ ArgumentName: some, ArgumentValue: any, RangeRequested: some, ActualObjectSize: whole },
  },
};

/** Names of buckets are in lower case; operations of the Catalog API are not. */
const addressOf = (path: string): { hasKey: boolean } | null => {
  const match = /^\/(?!aws$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/(.*))?$/.exec(path.replace(/^\/aws(?=\/)/, ''));
  return match ? { hasKey: (match[1] ?? '') !== '' } : null;
};

/** The differences of one exchange with S3; null if the exchange is not with S3. */
export const checkS3 = (exchange: Exchange): Difference[] | null => {
  const address = exchange.requestHeaders['x-amz-target'] === undefined ? addressOf(exchange.path) : null;
  if (!address) return null;
  const found: Difference[] = [];
  const call: Call = { method: exchange.method, ...address, query: new URLSearchParams(exchange.query) };
  const operation = operations.find(({ fits }) => fits(call));
  const name = `S3 ${operation?.name ?? exchange.method}`;
  const reportOn =
    (side: Difference['side']): Report =>
    (at, rule, detail) =>
      void found.push({ operation: name, side, at, rule, detail });
  checkRequest(operation, call, reportOn('request'));
  if (!exchange.fault) checkAnswer(operation, exchange, reportOn('answer'));
  return found;
};

const checkRequest = (operation: S3Operation | undefined, { query, method }: Call, report: Report): void => {
  if (!operation) report('', 'no such operation', `${method} ${query.toString()}`);
  // SDKs name the operation in `x-id`, which S3 ignores.
  for (const name of query.keys()) {
    if (operation && name !== 'x-id' && !operation.query.includes(name)) report(name, 'unknown member', 'in the query');
  }
};

const checkAnswer = (operation: S3Operation | undefined, exchange: Exchange, report: Report): void => {
  const { status, responseHeaders: headers, responseBody } = exchange;
  for (const name of ['x-amz-request-id', 'x-amz-id-2']) if (!headers[name]) report('', 'no request id', name);
  const body = typeof responseBody === 'string' ? responseBody : '';
  if (status === 304) {
    if (body !== '') report('', 'a body without a change', show(body));
    return;
  }
  if (status >= 400) {
    checkError(exchange.method, status, body, headers, report);
    return;
  }
  const isPart = status === 206 && headers['content-range'] !== undefined && operation?.name.endsWith('Object');
  if (status !== 200 && !isPart) report('', 'wrong status', String(status));
  for (const [name, pattern] of Object.entries(operation?.headers ?? {})) {
    if (!pattern.test(headers[name] ?? '')) report(name, 'wrong header', show(headers[name]));
  }
  if (operation?.document) checkDocument(body, operation.document, headers, report);
};

const checkError = (
  method: string,
  status: number,
  body: string,
  headers: Record<string, string>,
  report: Report,
): void => {
  if (method === 'HEAD') {
    if (body !== '') report('', 'a body for HEAD', show(body));
    return;
  }
  checkDocument(body, ['Error', errorDocument], headers, report);
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? '';
  if (errors[code] === undefined) report('', 'undeclared error', show(code));
  else if (errors[code] !== status) report('', 'wrong status of an error', `${code} ${status}: ${errors[code]}`);
};

const checkDocument = (
  body: string,
  [name, node]: readonly [string, Node],
  headers: Record<string, string>,
  report: Report,
): void => {
  if (headers['content-type'] !== 'application/xml') report('', 'wrong content type', show(headers['content-type']));
  const match = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<([A-Za-z]+)(?: xmlns="[^"]+")?>([\s\S]*)<\/\1>$/.exec(
    body,
  );
  if (match?.[1] === name) checkNode(match[2] ?? '', node, '', report);
  else report('', 'another document', `${show(body)}, not ${name}`);
};

const checkNode = (content: string, node: Node, at: string, report: Report): void => {
  if (node instanceof RegExp) {
    if (content.includes('<') || !node.test(plain(content))) report(at, 'no match', show(content));
    return;
  }
  const seen = new Set<string>();
  const rest = content.replace(/<([A-Za-z]+)>([\s\S]*?)<\/\1>/g, (_all, name: string, inner: string) => {
    const place = at === '' ? name : `${at}.${name}`;
    const child = node.required[name] ?? node.optional?.[name];
    seen.add(name);
    if (child) checkNode(inner, child, place, report);
    else report(place, 'unknown member', show(inner));
    return '';
  });
  if (rest !== '') report(at, 'text between elements', show(rest));
  for (const name of Object.keys(node.required)) if (!seen.has(name)) report(name, 'missing member', at);
};

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot);/g, (sign) => signs[sign] ?? sign);
