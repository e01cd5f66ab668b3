import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { refuseInsideTransaction } from '../../../db/database.ts';
import { boundAnswersOf } from '../../marketplace/aws/client.ts';
import { credentialsOf } from '../../marketplace/aws/credentials.ts';
import { toPartnerError, unreadableAnswer } from '../../marketplace/aws/errors.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { isPartnerError } from '../../partner-error.ts';
import { userAgent } from '../../user-agent.ts';
import { feedFault, isFeedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow, RevenueFeed } from '../port.ts';
import { tooManyObjects } from '../too-many-objects.ts';
import { awsDatasets } from './datasets.ts';
import { mayHoldRows, type PartPlace, placeOf } from './parts.ts';
import { readDailyUsage } from './read-daily-usage.ts';
import { readFeedRows } from './read-rows.ts';
import { translateBillingEvent } from './translate-billing-event.ts';

/** A seller account with the bucket that AWS delivers its data feeds to. */
export type AwsFeedAccess = MarketplaceAccess & {
  bucket: string;
  bucketRegion: string;
  /** What the keys of all feeds begin with, with its slash; absent: nothing. */
  prefix?: string;
};

export type AwsFeedOptions = {
  /** How long to wait for the first byte of an answer, and for each next one of a file; tests shorten it. */
  answerTimeoutMs?: number;
  /** Makes the connections to an endpoint that a caller gave; absent: the SDK's own. */
  agents?: (base: string) => { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
};

const connectTimeoutMs = 3000;
const standardAnswerTimeoutMs = 30_000;
/** Ten feeds have a file a month; a bucket may have other things in it. */
const listPagesMax = 100;
/** More than a page has: 1000 keys of 1024 bytes at most (S3 API Reference, ListObjectsV2). */
const listBytesMax = 2 * 1024 * 1024;

/** A part with its place; the version of an S3 object is its ETag. */
type Found = { part: FeedPart; place: PartPlace };

const monthFirst = ({ part, place }: Found): string => `${place.month}/${part.name}`;

const wait = async <T>(next: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error(`no more bytes within ${ms} ms`), { name: 'TimeoutError' });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The bytes of a body, counted; throws if they stop coming, or are not as many as announced. */
const bytesOf = async function* (body: Readable, name: string, length: number, stallMs: number) {
  let count = 0;
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await wait(chunks.next(), stallMs);
    if (done) break;
    const chunk = value as Buffer;
    count += chunk.length;
    yield chunk;
  }
  if (count === length) return;
  throw feedFault({ code: 'TRUNCATED', message: `has ${count} bytes of the ${length} that S3 announced`, part: name });
};

/**
 * Reads the seller delivery data feeds of AWS Marketplace (Seller Guide, "Data feeds") with the S3 API: `ListObjectsV2`
 * and `GetObject`, and `kms:Decrypt` for the key of the bucket. The SDK is large and loaded by the first call.
 */
export const createAwsFeed = (options: AwsFeedOptions = {}): RevenueFeed<AwsFeedAccess> => {
  const stallMs = options.answerTimeoutMs ?? standardAnswerTimeoutMs;

  const openClient = async (access: AwsFeedAccess, answers: { files: boolean }): Promise<S3Client> => {
    const credentials = credentialsOf(access);
    const { S3Client } = await import('@aws-sdk/client-s3');
    const endpoint = access.endpoints?.s3 ?? access.endpoint;
    const client = new S3Client({
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      region: access.bucketRegion,
      credentials,
      maxAttempts: 1,
      userAgentAppId: userAgent,
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: stallMs,
        throwOnRequestTimeout: true,
        ...(endpoint === undefined ? {} : options.agents?.(endpoint)),
      },
    });
    boundAnswersOf(client, { ...answers, bytes: listBytesMax });
    return client;
  };

  /** A client for some calls; every failure but a fault becomes a partner error. */
  const withClient = async <T>(access: AwsFeedAccess, what: string, use: (s3: S3Client) => Promise<T>): Promise<T> => {
    refuseInsideTransaction(`AWS ${what}`);
    const s3 = await openClient(access, { files: false });
    try {
      return await use(s3);
    } catch (error) {
      throw toPartnerError(error, what);
    } finally {
      s3.destroy();
    }
  };

  const list = (access: AwsFeedAccess): Promise<Found[]> =>
    withClient(access, 'ListObjectsV2', async (s3) => {
      const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
      const { bucket, prefix = '' } = access;
      const found: Found[] = [];
      let token: string | undefined;
      for (let pages = 0; pages < listPagesMax; pages += 1) {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
        const { Name, Contents = [], IsTruncated, NextContinuationToken, $metadata } = await s3.send(command);
        // The SDK takes any document for an empty list.
        if (Name === undefined) throw unreadableAnswer('ListObjectsV2', 'it is no list', $metadata.requestId);
        for (const { Key = '', ETag, LastModified, Size } of Contents) {
          const place = placeOf(Key, prefix);
          if (!place) continue;
          if (ETag === undefined || LastModified === undefined) {
            throw unreadableAnswer('ListObjectsV2', `${Key} has no ETag or time`, $metadata.requestId);
          }
          found.push({ place, part: { name: Key, version: ETag, time: LastModified, bytes: Size ?? null } });
        }
        if (!IsTruncated) return found.sort((a, b) => (monthFirst(a) < monthFirst(b) ? -1 : 1));
        if (NextContinuationToken === undefined || NextContinuationToken === token) {
          throw unreadableAnswer('ListObjectsV2', 'there are more objects, but no token', $metadata.requestId);
        }
        token = NextContinuationToken;
      }
      throw tooManyObjects('AWS', 'ListObjectsV2', bucket);
    });

  /** The body of an object as it was listed; a fault if it has been written again since. */
  const open = async (s3: S3Client, access: AwsFeedAccess, part: FeedPart, signal: AbortSignal) => {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const command = new GetObjectCommand({ Bucket: access.bucket, Key: part.name, IfMatch: part.version });
    try {
      return await s3.send(command, { abortSignal: signal });
    } catch (error) {
      const { name } = error as Error;
      if (name !== 'PreconditionFailed' && name !== 'NoSuchKey') throw error;
      throw feedFault({ code: 'CHANGED', message: 'was written again after it was listed', part: part.name });
    }
  };

  const readPart = async function* (access: AwsFeedAccess, part: FeedPart, signal: AbortSignal) {
    refuseInsideTransaction('AWS GetObject');
    const place = placeOf(part.name, access.prefix ?? '');
    if (!place) throw feedFault({ code: 'UNKNOWN_FEED', message: 'is not a file of a feed', part: part.name });
    const s3 = await openClient(access, { files: true });
    let body: Readable | undefined;
    try {
      const answer = await open(s3, access, part, signal);
      if (!(answer.Body instanceof Readable) || answer.ContentLength === undefined || answer.ETag === undefined) {
        throw unreadableAnswer('GetObject', 'it has no body, length or ETag', answer.$metadata.requestId);
      }
      body = addAbortSignal(signal, answer.Body);
      if (answer.ETag !== part.version) {
        throw feedFault({ code: 'CHANGED', message: 'was written again after it was listed', part: part.name });
      }
      const bytes = bytesOf(body, part.name, answer.ContentLength, stallMs);
      for await (const rows of readFeedRows(bytes, place.dataset, part.name)) {
        signal.throwIfAborted();
        yield rows;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw isFeedFault(error) || isPartnerError(error) ? error : toPartnerError(error, 'GetObject');
    } finally {
      body?.destroy();
      s3.destroy();
    }
  };

  return {
    channel: 'AWS',
    datasets: ['billing_event'],
    revised: awsDatasets.filter(({ isRevised }) => isRevised).map(({ dataset }) => dataset),
    connect: async (access) => {
      const latest = (await list(access)).findLast(({ place }) => place.dataset.dataset === 'billing_event');
      if (!latest || latest.part.bytes === 0) return;
      // Listing needs neither the right to read an object nor the key that it is encrypted with.
      await withClient(access, 'GetObject', async (s3) => {
        const { GetObjectCommand } = await import('@aws-sdk/client-s3');
        const command = new GetObjectCommand({ Bucket: access.bucket, Key: latest.part.name, Range: 'bytes=0-0' });
        await (await s3.send(command)).Body?.transformToByteArray();
      });
    },
    listParts: async (access, window) =>
      (await list(access)).filter(({ place }) => mayHoldRows(place, window)).map(({ part }) => part),
    readPart,
    translate: (row: FeedRow) => (row.dataset === 'billing_event' ? translateBillingEvent(row) : []),
    readUsage: (row: FeedRow) => (row.dataset === 'daily_usage' ? readDailyUsage(row) : null),
  };
};
