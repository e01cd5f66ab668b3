import type { Part } from '../cover.ts';
import type { Difference } from '../difference.ts';
import { createOpenApiCheck } from '../openapi/check-openapi.ts';
import { documentOf } from '../written/document.ts';
import {
  dateTime,
  listOf,
  matching,
  object,
  oneOf,
  type Shape,
  someText,
  text,
  url,
  wholeFrom,
} from '../written/shapes.ts';

/**
 * Cloud Storage JSON API v1, by its discovery document (storage:v1) and "HTTP status and error codes for JSON", limited to
 * reading objects. No model describes the contents of the files: the simulator's tests compare them with the columns of the pages.
 */

const digits = matching('^\\d+$');
const members: Record<string, Shape> = {
  ...{ kind: oneOf('storage#object'), id: someText, selfLink: url, mediaLink: url, name: someText, bucket: someText },
  ...{ generation: digits, metageneration: digits, contentType: text, storageClass: text, size: digits },
  ...{ md5Hash: matching('^[\\w+/]{22}==$'), crc32c: matching('^[\\w+/]{6}==$'), etag: someText },
  ...{ timeCreated: dateTime, updated: dateTime, timeStorageClassUpdated: dateTime, timeFinalized: dateTime },
};
/** Whole unless `fields` selects some of it. */
const resource = object({}, members);
const list = object(
  {},
  { kind: oneOf('storage#objects'), nextPageToken: text, prefixes: listOf(text, 1), items: listOf(resource, 1) },
);
const error = object({
  error: object({
    code: wholeFrom(400, 599),
    message: text,
    errors: listOf(
      object({ message: text, domain: text, reason: someText }, { locationType: text, location: text }),
      1,
    ),
  }),
});
const refusals = Object.fromEntries([400, 401, 403, 404, 416, 429, 500].map((status) => [status, error]));
const standard = { fields: text, prettyPrint: text, alt: oneOf('json', 'media') };
const generations = { generation: digits, ifGenerationMatch: digits };
const document = documentOf({
  'GET /b/{bucket}/o': {
    query: {
      optional: {
        ...{ ...standard, prefix: text, delimiter: text, startOffset: text, endOffset: text },
        ...{ maxResults: wholeFrom(1), pageToken: text },
      },
    },
    answers: { 200: list, ...refusals },
  },
  'GET /b/{bucket}/o/{object}': {
    query: { optional: { ...standard, ...generations } },
    answers: { 200: resource, ...refusals },
  },
});
const check = createOpenApiCheck('Storage', document);

/** The body of a download is a file, of which only the headers are checked. */
export const storagePart: Part = {
  base: /^\/gcp\/(?:download\/)?storage\/v1\//,
  check: (exchange, path) => {
    const isFile = new URLSearchParams(exchange.query).get('alt') === 'media' && exchange.status < 300;
    const found = check(isFile ? { ...exchange, fault: 'a file' } : exchange, path);
    if (!found || !isFile || exchange.fault) return found;
    const missing = ['content-type', 'etag', 'x-goog-generation', 'x-goog-hash'].filter(
      (name) => exchange.responseHeaders[name] === undefined,
    );
    return [
      ...found,
      ...missing.map(
        (at): Difference => ({ operation: 'Storage download', side: 'answer', at, rule: 'missing header', detail: '' }),
      ),
    ];
  },
};
