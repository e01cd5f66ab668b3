import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import { fileAnswer, md5Of } from '../../kit/serve-file.ts';
import type { Operation } from '../../kit/simulator.ts';
import { authenticate } from '../auth/authenticate.ts';
import { settlementOf } from '../billing/settlement.ts';
import { refusalAnswer } from '../errors.ts';
import { decode } from '../route.ts';
import type { GcpChange, GcpReader, GcpSimulation, Json, Seller, StoredObject } from '../state.ts';
import { crc32c } from './crc32c.ts';
import { storageError } from './errors.ts';
import { selectFields } from './select-fields.ts';

const listMax = 1000;
/** Scopes that the API accepts besides `cloud-platform`. */
const scopes = ['devstorage.read_only', 'devstorage.read_write', 'devstorage.full_control', 'cloud-platform.read-only'];

/** Stores a file in a bucket. Each time it gets a new generation: the time in microseconds, as at Google. */
export const putObject = (
  transaction: GcpChange,
  { bucket, name, text }: Pick<StoredObject, 'bucket' | 'name' | 'text'>,
): void => {
  const id = `${bucket}/${name}`;
  const before = BigInt(transaction.get('objects', id)?.generation ?? 0);
  const now = BigInt(transaction.at) * 1000n;
  const generation = String(now > before ? now : before + 1n);
  transaction.put('objects', { id, bucket, name, text, generation, createdAt: transaction.at });
};

type Call = { store: GcpReader; seller: Seller; request: HttpRequest; query: URLSearchParams; origin: string };

/** Finds an operation of the Cloud Storage JSON API v1; `path` is below `/gcp`. Null if it has none there. */
export const findStorageOperation = (
  simulation: GcpSimulation,
  request: HttpRequest,
  path: string,
): Operation | null => {
  const [, download, bucket = '', object] =
    /^(\/download)?\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(path) ?? [];
  if (bucket === '' || request.method !== 'GET') return null;
  const query = new URLSearchParams(request.query);
  const isDownload = object !== undefined && (download !== undefined || query.get('alt') === 'media');
  const name = object === undefined ? 'ListObjects' : isDownload ? 'DownloadObject' : 'GetObject';
  const run = (): HttpAnswer => {
    const seller = authorized(simulation, request);
    if ('status' in seller) return seller;
    const { store } = simulation;
    const call = { store, seller, request, query, origin: `http://${request.headers.host ?? 'localhost'}` };
    const refused = refuseBucket(call, decode(bucket), object === undefined ? 'list' : 'get');
    if (refused) return refused;
    if (object === undefined) return listObjects(call, decode(bucket));
    return readObject(call, `${decode(bucket)}/${decode(object)}`, isDownload);
  };
  return { name, run };
};

const authorized = (simulation: GcpSimulation, request: HttpRequest): Seller | HttpAnswer => {
  try {
    return authenticate(simulation, request, scopes);
  } catch (error) {
    const answer = refusalAnswer(error);
    if (!answer) throw error;
    const message =
      answer.status === 401
        ? 'Anonymous caller or invalid credentials: the request needs a valid access token.'
        : 'Insufficient Permission: the access token lacks a scope of Cloud Storage.';
    return storageError(answer.status === 401 ? 401 : 403, message);
  }
};

/** A seller may read the bucket of its reports; other buckets do not exist for it. */
const refuseBucket = ({ store, seller }: Call, bucket: string, action: string): HttpAnswer | null => {
  if (settlementOf(store, seller.id).bucket === bucket) return null;
  const isKnown = store.list('sellers').some(({ id }) => settlementOf(store, id).bucket === bucket);
  if (!isKnown) return storageError(404, 'The specified bucket does not exist.');
  const permission = `storage.objects.${action}`;
  return storageError(
    403,
    `${seller.clientEmail} does not have ${permission} access to the Google Cloud Storage bucket. Permission '${permission}' denied on resource (or it may not exist).`,
  );
};

/** `objects.list`: by name, with `prefix`, `delimiter`, `startOffset`, `endOffset`, `maxResults` and `pageToken`. */
const listObjects = (call: Call, bucket: string): HttpAnswer => {
  const { store, query } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const [from, until] = [query.get('startOffset') ?? '', query.get('endOffset')];
  const wanted = Number(query.get('maxResults') ?? listMax);
  if (!Number.isInteger(wanted) || wanted < 1) return storageError(400, `Invalid value for maxResults: ${wanted}`);
  const after = readToken(query.get('pageToken'));
  if (after === null) return storageError(400, 'Invalid page token.');
  const rows = store
    .list('objects')
    .filter((row) => row.bucket === bucket && row.name.startsWith(prefix))
    .filter(({ name }) => name >= from && (until === null || name < until))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const entries = new Map<string, StoredObject | null>();
  for (const row of rows) {
    const cut = delimiter === '' ? -1 : row.name.indexOf(delimiter, prefix.length);
    if (cut === -1) entries.set(row.name, row);
    else entries.set(row.name.slice(0, cut + delimiter.length), null);
  }
  const left = [...entries].filter(([name]) => name > after);
  const page = left.slice(0, Math.min(wanted, listMax));
  const items = page.flatMap(([, row]) => (row ? [objectView(row, call.origin)] : []));
  const prefixes = page.flatMap(([name, row]) => (row ? [] : [name]));
  const last = page.at(-1)?.[0] ?? '';
  return partial(call, {
    kind: 'storage#objects',
    ...(left.length > page.length ? { nextPageToken: Buffer.from(last).toString('base64') } : {}),
    ...(prefixes.length > 0 ? { prefixes } : {}),
    ...(items.length > 0 ? { items } : {}),
  });
};

/** The name after which a page begins; null if the token is none. */
const readToken = (token: string | null): string | null => {
  if (token === null) return '';
  const name = Buffer.from(token, 'base64').toString('utf8');
  return name !== '' && Buffer.from(name).toString('base64') === token ? name : null;
};

/** `objects.get`: the metadata, or with `alt=media` the content or a part of it. */
const readObject = (call: Call, id: string, isDownload: boolean): HttpAnswer => {
  const row = call.store.get('objects', id);
  const generation = call.query.get('generation');
  if (!row || (generation !== null && generation !== row.generation)) return storageError(404, `No such object: ${id}`);
  if (!isDownload) return partial(call, objectView(row, call.origin));
  const content = Buffer.from(row.text);
  const answer = fileAnswer(call.request, content, {
    'content-type': 'text/csv',
    etag: etagOf(row),
    'last-modified': new Date(row.createdAt).toUTCString(),
    'x-goog-generation': row.generation,
    'x-goog-metageneration': '1',
    'x-goog-hash': `crc32c=${crc32c(content)},md5=${md5Of(content)}`,
    'x-goog-stored-content-length': String(content.length),
  });
  return answer.status === 416
    ? {
        ...storageError(416, 'Request range not satisfiable'),
        headers: { ...answer.headers, 'content-type': 'application/json' },
      }
    : answer;
};

/** An entity tag is opaque; it changes with each generation. */
const etagOf = ({ generation }: StoredObject): string => Buffer.from(`g${generation}/1`).toString('base64');

const objectView = (row: StoredObject, origin: string): Json => {
  const { bucket, name, generation } = row;
  const content = Buffer.from(row.text);
  const link = `${origin}/gcp/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}`;
  const time = new Date(row.createdAt).toISOString();
  return {
    kind: 'storage#object',
    id: `${bucket}/${name}/${generation}`,
    selfLink: link,
    mediaLink: `${link.replace('/gcp/', '/gcp/download/')}?generation=${generation}&alt=media`,
    name,
    bucket,
    generation,
    metageneration: '1',
    contentType: 'text/csv',
    storageClass: 'STANDARD',
    size: String(content.length),
    md5Hash: md5Of(content),
    crc32c: crc32c(content),
    etag: etagOf(row),
    timeCreated: time,
    updated: time,
    timeStorageClassUpdated: time,
    timeFinalized: time,
  };
};

const partial = ({ query }: Call, value: Json): HttpAnswer => {
  const fields = query.get('fields');
  const selected = fields === null ? value : selectFields(value, fields);
  return selected ? jsonAnswer(200, selected) : storageError(400, `Invalid field selection ${fields}`);
};
