/**
 * A stand-in for an S3 bucket with one file of billing events per month. It answers only the calls that a feed reader makes. It is a separate
 * process, so that its CPU time is not attributed to the service. Prints its address when the files are ready.
 *
 *   node bench/feed-bucket.ts --files 20 --invoices 1500
 */
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { element, s3Namespace } from '../simulators/aws/s3/xml.ts';
import { fileOf } from './billing-events.ts';

const { values: options } = parseArgs({ options: { files: { type: 'string' }, invoices: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'mos-bucket-'));
process.on('disconnect', () => process.exit());
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const files = new Map(
  Array.from({ length: Number(options.files) }, (_, file) => {
    const path = join(folder, `${file}.csv`);
    writeFileSync(path, fileOf(file, Number(options.invoices)));
    const month = new Date(Date.UTC(2025, file, 1)).toISOString();
    const key = `billingeventfeed_v1/year=${month.slice(0, 4)}/month=${month.slice(5, 7)}/data.csv`;
    return [key, { path, size: statSync(path).size, etag: `"${file}"` }];
  }),
);

const contents = [...files].map(([key, { size, etag }]) =>
  element('Contents', [
    element('Key', key),
    element('LastModified', '2026-11-01T00:00:00.000Z'),
    element('ETag', etag),
    element('Size', String(size)),
  ]),
);
const list = element(
  'ListBucketResult',
  [element('Name', 'feeds'), element('IsTruncated', 'false'), ...contents],
  s3Namespace,
);

const server = createServer((request, response) => {
  // Calls to other AWS services: the seller has no agreements, and therefore no invoices.
  if (request.headers['x-amz-target'])
    return response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  const { pathname } = new URL(request.url ?? '', 'http://bucket');
  const file = files.get(decodeURIComponent(pathname).replace(/^\/feeds\/?/, ''));
  if (!file) return response.writeHead(200, { 'content-type': 'application/xml' }).end(list);
  response.writeHead(200, { 'content-length': file.size, etag: file.etag });
  return createReadStream(file.path).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
