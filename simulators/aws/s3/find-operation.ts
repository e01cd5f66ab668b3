import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import type { Operation } from '../../kit/simulator.ts';
import { awsFailureOf } from '../errors.ts';
import { verifySignature } from '../signature.ts';
import type { Account, AwsSimulation } from '../state.ts';
import { s3Error, s3ErrorAnswer, s3Failed, s3Headers, s3SignatureRules, xmlDocument } from './errors.ts';
import { getObject } from './get-object.ts';
import { listObjects } from './list-objects.ts';
import { element, s3Namespace } from './xml.ts';

const bucketPrefix = 'marketplace-data-feeds-';
/** The only region with buckets in the simulator. */
const region = 'us-east-1';

/** The bucket of a seller account's data feeds. */
export const bucketOf = (accountId: string): string => `${bucketPrefix}${accountId}`;

/** Whether a request is for S3: signed for it, or for one of the buckets. `path` is relative to the endpoint. */
export const isForS3 = ({ headers }: HttpRequest, path: string): boolean =>
  /\/s3\/aws4_request\b/.test(headers.authorization ?? '') || path.startsWith(`/${bucketPrefix}`);

/** Finds the operation of a request to S3 and checks signature, region, bucket and owner, before any fault applies. */
export const findS3Operation = (
  simulation: AwsSimulation,
  request: HttpRequest,
  path: string,
): Operation | HttpAnswer => {
  const { method } = request;
  const refused = (error: unknown): HttpAnswer => {
    const failure = awsFailureOf(error);
    if (failure) return s3ErrorAnswer(failure, method);
    simulation.log?.('the simulator of S3 failed', { error: String((error as Error).stack ?? error) });
    return s3Failed(method);
  };
  const attempt = <T>(run: () => T): T | HttpAnswer => {
    try {
      return run();
    } catch (error) {
      return refused(error);
    }
  };
  return attempt(() => {
    const account = authenticate(simulation, request);
    const { name, run } = route(simulation, account, request, path);
    return { name, accountId: account.id, run: () => attempt(run) };
  });
};

const authenticate = ({ store, wall }: AwsSimulation, request: HttpRequest): Account => {
  const accountOf = (key: string) => store.get('accounts', store.get('accessKeys', key)?.accountId ?? '');
  const signer = verifySignature(request, (key) => accountOf(key)?.secretAccessKey, wall(), s3SignatureRules);
  if (signer.service !== 's3' || signer.region !== region) {
    const message = `The authorization header is malformed; the region '${signer.region}' is wrong; expecting '${region}'`;
    throw s3Error('AuthorizationHeaderMalformed', message, { Region: region });
  }
  return accountOf(signer.accessKeyId) as Account;
};

type Routed = { name: string; run: () => HttpAnswer };

const route = (simulation: AwsSimulation, account: Account, request: HttpRequest, path: string): Routed => {
  const { method } = request;
  const [, bucket = '', ...rest] = path.split('/');
  const key = decode(rest.join('/'));
  const query = new URLSearchParams(request.query);
  if (bucket === '') throw notImplemented(`${method} of the list of buckets`);
  requireBucket(simulation, account, bucket);
  if (method !== 'GET' && method !== 'HEAD') throw notImplemented(method);
  if (key !== '') {
    const sub = ['acl', 'attributes', 'tagging', 'torrent', 'uploadId', 'versionId', 'partNumber'];
    const found = sub.find((name) => query.has(name));
    if (found !== undefined) throw notImplemented(`the query parameter ${found}`);
    const run = () => readObject(simulation, account, key, request);
    return { name: method === 'GET' ? 'GetObject' : 'HeadObject', run };
  }
  if (method === 'HEAD') return { name: 'HeadBucket', run: headBucket };
  if (query.has('location')) return { name: 'GetBucketLocation', run: () => xmlAnswer(location()) };
  if (query.get('list-type') !== '2') throw notImplemented('a list other than ListObjectsV2');
  const list = (): HttpAnswer => xmlAnswer(listObjects(bucket, objectsOf(simulation, account), query));
  return { name: 'ListObjectsV2', run: list };
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const notImplemented = (what: string): Error =>
  s3Error(
    'NotImplemented',
    `A header or operation you provided implies functionality that is not implemented: ${what}`,
  );

const requireBucket = ({ store }: AwsSimulation, account: Account, bucket: string): void => {
  const owner = bucket.startsWith(bucketPrefix) ? store.get('accounts', bucket.slice(bucketPrefix.length)) : undefined;
  if (owner?.kind !== 'seller') {
    throw s3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucket });
  }
  if (owner.id !== account.id) throw s3Error('AccessDenied', 'Access Denied');
};

const objectsOf = ({ store }: AwsSimulation, account: Account) =>
  store.list('feedObjects').filter(({ accountId }) => accountId === account.id);

const readObject = ({ store }: AwsSimulation, account: Account, key: string, request: HttpRequest): HttpAnswer => {
  const object = store.get('feedObjects', `${account.id}/${key}`);
  if (!object) throw s3Error('NoSuchKey', 'The specified key does not exist.', { Key: key });
  return getObject(store, object, request);
};

const headBucket = (): HttpAnswer => ({
  status: 200,
  headers: { ...s3Headers(), 'x-amz-bucket-region': region },
  body: '',
});

// The location of us-east-1 is empty.
const location = (): string => xmlDocument(element('LocationConstraint', '', s3Namespace));

const xmlAnswer = (body: string): HttpAnswer => ({
  status: 200,
  headers: { ...s3Headers(), 'content-type': 'application/xml' },
  body,
});
