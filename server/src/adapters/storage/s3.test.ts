import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { isPartnerError } from '../partner-error.ts';
import { hasObjectStorage, type ObjectStorage, startObjectStorage } from './object-storage.test-support.ts';
import { type FileStorage, fileKey, linkSecondsMax } from './port.ts';
import { createS3Files } from './s3.ts';

// Runs against third-party software: what it refuses, S3 refuses. Required in CI, optional on a laptop.
const skip = hasObjectStorage() || process.env.CI ? false : 'python3-swift is not installed';

const orgId = 'org_01h2xcejqtf2nbrexx3vqjhp41';
const key = fileKey(orgId, 'eula', 'one', 'pdf');
const bytes = Buffer.from('%PDF-1.7 ä \u0000 end');
const bucket = 'files';

let server: ObjectStorage;
let files: FileStorage;
before(async () => {
  if (skip) return;
  server = await startObjectStorage();
  const { url: endpoint, region, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  files = createS3Files({ endpoint, region, bucket, ...credentials });
});
after(() => server?.stop());

test('a file comes back byte for byte, and only an existing file does', { skip }, async () => {
  assert.equal(await files.has(key), false);
  assert.equal(await files.get(key), undefined);
  await files.put(key, bytes, 'application/pdf');
  assert.equal(await files.has(key), true);
  assert.deepEqual(await files.get(key), bytes);
  await files.put(key, Buffer.from('%PDF-2'), 'application/pdf');
  assert.equal(String(await files.get(key)), '%PDF-2');
});

test('a link downloads the file under the name given, without credentials', { skip }, async () => {
  await files.put(key, bytes, 'application/pdf');
  const name = 'Acme 2027 – "EULA".pdf';
  const url = await files.presignGet(key, { name, contentType: 'application/pdf', seconds: linkSecondsMax });
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  const disposition = answer.headers.get('content-disposition') ?? '';
  assert.match(disposition, /^attachment; /);
  assert.equal(decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(disposition)?.[1] ?? ''), name);
});

test('a link is valid for its own file, its own name, and the time that it states', { skip }, async () => {
  const other = fileKey(orgId, 'eula', 'other', 'pdf');
  await files.put(other, Buffer.from('secret'), 'application/pdf');
  const url = await files.presignGet(key, { name: 'a.pdf', contentType: 'application/pdf' });
  assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '1800');
  for (const forged of [
    url.replace('.one.', '.other.'),
    url.replace('a.pdf', 'b.pdf'),
    url.replace('X-Amz-Expires=1800', 'X-Amz-Expires=3600'),
    url.replace(/X-Amz-Signature=[^&]*/, 'X-Amz-Signature=00'),
  ]) {
    assert.notEqual(forged, url);
    assert.equal((await fetch(forged)).status, 403, forged);
  }
  const brief = await files.presignGet(key, { name: 'a.pdf', contentType: 'application/pdf', seconds: 1 });
  await new Promise((resolve) => setTimeout(resolve, 2100));
  assert.equal((await fetch(brief)).status, 403);
  const tooLong = { name: 'a.pdf', contentType: 'application/pdf', seconds: linkSecondsMax + 1 };
  await assert.rejects(files.presignGet(key, tooLong), /cannot live/);
});

test('wrong credentials are a retryable failure, and so is a server error', { skip }, async () => {
  const { url: endpoint, region, accessKeyId } = server;
  const stranger = createS3Files({ endpoint, region, bucket, accessKeyId, secretAccessKey: 'wrong' });
  const isOurs = (error: unknown) => isPartnerError(error) && error.partner === 'S3' && error.retryable;
  await assert.rejects(stranger.put(key, bytes, 'application/pdf'), isOurs);
  await assert.rejects(stranger.has(key), isOurs);
  const broken = createServer((_request, answer) => answer.writeHead(500).end()).listen(0, '127.0.0.1');
  await once(broken, 'listening');
  const { port } = broken.address() as AddressInfo;
  const away = createS3Files({
    endpoint: `http://127.0.0.1:${port}`,
    region,
    bucket,
    accessKeyId,
    secretAccessKey: 'x',
  });
  await assert.rejects(away.get(key), isOurs);
  broken.closeAllConnections();
  broken.close();
});
