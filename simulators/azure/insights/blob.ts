import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DueItem } from '../../kit/due.ts';
import { scheduleDue } from '../../kit/due.ts';
import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { fileAnswer, md5Of } from '../../kit/serve-file.ts';
import type { Operation } from '../../kit/simulator.ts';
import { type AzureChange, type AzureReader, type AzureSimulation, type Blob, readSettings } from '../state.ts';
import { apiTime } from './dataset.ts';

/** The version of shared access signatures. */
const version = '2021-08-06';

/** Stores a file in Microsoft's blob storage, readable through its link until it expires. */
export const putBlob = (transaction: AzureChange, path: string, text: string): Blob => {
  if (!transaction.get('linkSecrets', 'blobs'))
    transaction.put('linkSecrets', { id: 'blobs', secret: transaction.ids.hex(64) });
  const createdAt = transaction.at;
  const blob: Blob = { id: path, text, createdAt, expiresAt: createdAt + readSettings(transaction).reportLinkMs };
  transaction.put('blobs', blob);
  scheduleDue(transaction, { kind: 'blob-expiry', at: blob.expiresAt, refId: path });
  return blob;
};

/** When due, deletes the content of a file. Its link is refused from then on. */
export const removeBlob = (transaction: AzureChange, { refId }: DueItem): void => {
  const blob = transaction.get('blobs', refId);
  if (blob) transaction.put('blobs', { ...blob, text: '' });
};

/** The link to a file: a shared access signature, as for reports of the real API (its exact form is not confirmed). */
export const linkOf = (reader: AzureReader, { id, expiresAt }: Blob, origin: string): string => {
  const expiry = apiTime(expiresAt);
  const grant = new URLSearchParams({ sv: version, se: expiry, sr: 'b', sp: 'r', sig: sign(reader, id, expiry) });
  return `${origin}/azure/blob/${id}?${grant}`;
};

const sign = (reader: AzureReader, path: string, expiry: string): string => {
  const secret = reader.get('linkSecrets', 'blobs')?.secret ?? '';
  return createHmac('sha256', secret).update([path, version, expiry, 'b', 'r'].join('\n')).digest('base64');
};

/** Finds the download of a file; `path` is its name. */
export const findBlobOperation = (simulation: AzureSimulation, request: HttpRequest, path: string): Operation => ({
  name: 'GetBlob',
  run: () => answerBlob(simulation, request, path),
});

const answerBlob = ({ store, clock }: AzureSimulation, request: HttpRequest, path: string): HttpAnswer => {
  const grant = new URLSearchParams(request.query);
  const expiry = grant.get('se') ?? '';
  const isSigned =
    grant.get('sv') === version && isSame(grant.get('sig') ?? '', sign(store, path, expiry)) && grant.get('sp') === 'r';
  if (!isSigned) return refuse('AuthenticationFailed', 'Signature did not match.');
  if (clock.now() >= Date.parse(expiry))
    return refuse('AuthenticationFailed', `Signed expiry time [${expiry}] must be after signed start time.`);
  const blob = store.get('blobs', path);
  if (!blob || request.method !== 'GET') return refuse('BlobNotFound', 'The specified blob does not exist.', 404);
  const content = Buffer.from(blob.text);
  return fileAnswer(request, content, {
    'content-type': path.endsWith('.tsv') ? 'text/tab-separated-values' : 'text/csv',
    'content-md5': md5Of(content),
    etag: `"0x${blob.createdAt.toString(16).toUpperCase()}"`,
    'last-modified': new Date(blob.createdAt).toUTCString(),
  });
};

const isSame = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));

/** Blob storage's response to too many requests ("Common REST API error codes"). */
export const busyBlob = (): HttpAnswer =>
  refuse('ServerBusy', 'The server is currently unable to receive requests.', 503);

/** An internal failure of blob storage. */
export const failedBlob = (): HttpAnswer => refuse('InternalError', 'The server encountered an internal error.', 500);

/** An error of blob storage, which is XML. */
const refuse = (code: string, detail: string, status = 403): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
  body: `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.</Message><AuthenticationErrorDetail>${detail}</AuthenticationErrorDetail></Error>`,
});
