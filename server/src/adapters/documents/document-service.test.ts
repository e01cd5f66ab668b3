import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { createDocumentService } from './document-service.ts';
import { type DocumentError, isDocumentError } from './port.ts';

/** A PDF whose pages have these widths, which identify them. */
const aPdf = async (...widths: number[]): Promise<Buffer> => {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 100]);
  return Buffer.from(await document.save());
};

let answers: Record<string, RequestListener> = {};
const server = createServer((request, answer) => {
  const listener = answers[request.url ?? ''];
  if (listener) listener(request, answer);
  else answer.writeHead(404).end();
});
let base = '';
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const kept = new Map<string, Buffer>();
let fetched = 0;
beforeEach(() => {
  answers = {};
  kept.clear();
  fetched = 0;
});

const serves =
  (bytes: Buffer): RequestListener =>
  (_request, answer) => {
    fetched += 1;
    answer.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  };

const service = (mergeWithinMs?: number) =>
  createDocumentService({
    outgoing: createOutgoing({ allowedOrigins: [base] }),
    storage: {
      put: async (key, bytes) => void kept.set(key, Buffer.from(bytes)),
      get: async (key) => kept.get(key),
      has: async (key) => kept.has(key),
      remove: async (key) => void kept.delete(key),
      presignGet: async (key, link) => `${key} as ${link.name}, ${link.contentType}`,
    },
    ...(mergeWithinMs === undefined ? {} : { mergeWithinMs }),
  });

const sourcesOf = (...paths: string[]) =>
  paths.map((path, index) => ({ url: `${base}${path}`, path: `info.url.${index}` }));

const widthsOf = async (key: string): Promise<number[]> =>
  (await PDFDocument.load(kept.get(key) ?? '')).getPages().map((page) => page.getWidth());

const refusal = async (...paths: string[]): Promise<Partial<DocumentError>> => {
  const error = await service()
    .keepMerged('k', sourcesOf(...paths))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  assert.ok(isDocumentError(error), String(error));
  assert.equal(kept.size, 0, 'nothing is kept');
  const { code, retryable, source } = error;
  return { code, retryable, source };
};

test('pages follow the order of the documents, and the same documents give the same bytes', async () => {
  answers = { '/a': serves(await aPdf(101, 102)), '/b': serves(await aPdf(201)) };
  await service().keepMerged('one', sourcesOf('/b', '/a'));
  assert.deepEqual(await widthsOf('one'), [201, 101, 102]);
  await service().keepMerged('two', sourcesOf('/b', '/a'));
  assert.deepEqual(kept.get('two'), kept.get('one'));
  assert.equal(await service().link('one', { name: 'x.pdf' }), 'one as x.pdf, application/pdf');
});

test('a single document is kept as it is', async () => {
  const bytes = await aPdf(101);
  answers = { '/a': serves(bytes) };
  await service().keepMerged('one', sourcesOf('/a'));
  assert.deepEqual(kept.get('one'), bytes);
});

test('a stored document is not fetched again, unless it has to be fresh', async () => {
  answers = { '/a': serves(await aPdf(101)) };
  await service().keepMerged('one', sourcesOf('/a'));
  await service().keepMerged('one', sourcesOf('/a'));
  assert.equal(fetched, 1);
  answers = { '/a': serves(await aPdf(102)) };
  await service().keepMerged('one', sourcesOf('/a'), { fresh: true });
  assert.deepEqual(await widthsOf('one'), [102]);
});

test('a few redirects are followed, and never to an address that must not be called', async () => {
  const to =
    (location: string): RequestListener =>
    (_request, answer) =>
      void answer.writeHead(302, { location }).end();
  answers = {
    '/a': to('/b'),
    '/b': serves(await aPdf(101)),
    '/loop': to('/loop'),
    '/inside': to('http://169.254.169.254/x'),
  };
  await service().keepMerged('one', sourcesOf('/a'));
  assert.deepEqual(await widthsOf('one'), [101]);
  kept.clear();
  assert.partialDeepStrictEqual(await refusal('/loop'), { code: 'REFUSED', retryable: false });
  assert.partialDeepStrictEqual(await refusal('/inside'), { code: 'ADDRESS_REFUSED', retryable: false });
  const error = await service()
    .keepMerged('k', [{ url: 'http://127.0.0.1:1/x', path: 'p' }])
    .catch((reason: unknown) => reason);
  assert.equal((error as DocumentError).code, 'ADDRESS_REFUSED');
});

test('a document that cannot be merged is reported with the path of its address', async () => {
  const good = serves(await aPdf(101));
  const cut = (await aPdf(101)).subarray(0, 200);
  answers = {
    '/good': good,
    '/html': serves(Buffer.from('<html>')),
    '/cut': serves(cut),
    '/hollow': serves(Buffer.from('%PDF-1.7\nnothing')),
    '/away': (_request, answer) => void answer.writeHead(503).end(),
  };
  const source = { url: `${base}/html`, path: 'info.url.1' };
  assert.deepEqual(await refusal('/good', '/html'), { code: 'NOT_A_PDF', retryable: false, source });
  assert.partialDeepStrictEqual(await refusal('/good', '/cut'), { code: 'NOT_A_PDF' });
  assert.partialDeepStrictEqual(await refusal('/hollow'), { code: 'NOT_A_PDF' });
  assert.partialDeepStrictEqual(await refusal('/gone'), { code: 'NOT_FOUND', retryable: false });
  assert.partialDeepStrictEqual(await refusal('/away'), { code: 'REFUSED', retryable: true });
});

test('the download of a document that is too large is aborted', async () => {
  answers = {
    '/huge': (_request, answer) => {
      answer.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, 0x25);
      const more = (): void => {
        while (!answer.destroyed && answer.write(chunk));
        answer.once('drain', more);
      };
      more();
    },
  };
  assert.partialDeepStrictEqual(await refusal('/huge'), { code: 'TOO_LARGE', retryable: false });
});

test('a document that takes too long to parse fails alone', async () => {
  answers = {
    '/a': serves(await aPdf(...Array.from({ length: 1500 }, (_, index) => index + 1))),
    '/b': serves(await aPdf(1)),
  };
  const error = await service(1)
    .keepMerged('k', sourcesOf('/a', '/b'))
    .catch((reason: unknown) => reason);
  assert.equal((error as DocumentError).code, 'TOO_LARGE');
  await service().keepMerged('k', sourcesOf('/b'));
  assert.equal(kept.size, 1);
});

test('a document with far too many pages is refused', async () => {
  answers = { '/a': serves(await aPdf(...Array.from({ length: 2001 }, () => 10))) };
  assert.partialDeepStrictEqual(await refusal('/a'), { code: 'TOO_MANY_PAGES', retryable: false });
});

test('an organization with slow documents delays no other organization', async () => {
  const slow: (() => void)[] = [];
  const quick = serves(await aPdf(101));
  answers = { '/slow': (request, answer) => void slow.push(() => quick(request, answer)), '/quick': quick };
  const shared = service();
  const waiting = ['1', '2', '3'].map((name) => shared.keepMerged(`org_a.eula.${name}.pdf`, sourcesOf('/slow')));
  await shared.keepMerged('org_b.eula.1.pdf', sourcesOf('/quick'));
  assert.deepEqual([...kept.keys()], ['org_b.eula.1.pdf']);
  for (let done = 0; done < waiting.length; ) {
    if (slow.length > done) slow[done++]?.();
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(waiting);
  assert.equal(kept.size, 4);
});

test('a link is read from storage only if it leads to a file of an offer of the same organization', async () => {
  const [ours, others] = ['org_01h2xcejqtf2nbrexx3vqjhp41', 'org_01h2xcejqtf2nbrexx3vqjhp42'];
  const keyOf = (orgId: string, kind: string): string => `${orgId}.${kind}.one.pdf`;
  const kinds = ['eula', 'reseller-eula', 'support', 'partner', 'statement', 'agreement'];
  for (const kind of kinds)
    for (const orgId of [ours, others]) kept.set(keyOf(orgId, kind), Buffer.from(`${orgId} ${kind}`));
  const load = async (key: string): Promise<string> =>
    service()
      .load(ours, `${base}/files/${key}?signature=none`)
      .then(
        (bytes) => Buffer.from(bytes).toString(),
        (error: Partial<DocumentError>) => String(error.code),
      );
  for (const kind of kinds) {
    const isOfOffers = kind === 'eula' || kind === 'reseller-eula';
    assert.equal(await load(keyOf(ours, kind)), isOfOffers ? `${ours} ${kind}` : 'NOT_FOUND', kind);
    assert.equal(await load(keyOf(others, kind)), 'NOT_FOUND', kind);
  }
});
