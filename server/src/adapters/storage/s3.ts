import { refuseInsideTransaction } from '../../db/database.ts';
import { loadOnce } from '../../kit/load-once.ts';
import { type PartnerError, partnerError } from '../partner-error.ts';
import { attachmentHeader, type FileStorage, isFileKey, secondsOf } from './port.ts';

export type S3Options = {
  /** Null: AWS itself. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * The prefix of links to the files. AWS gives each bucket a host, unless a dot in its name would break the certificate.
 */
export const linksAtS3 = ({ endpoint, region, bucket }: Pick<S3Options, 'endpoint' | 'region' | 'bucket'>): string => {
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${bucket}/`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`;
};

const connectTimeoutMs = 3000;
const answerTimeoutMs = 30_000;
const attempts = 3;

type Failure = Error & { $metadata?: { httpStatusCode?: number; requestId?: string } };

const statusOf = (error: unknown): number | undefined => (error as Failure).$metadata?.httpStatusCode;

const failureOf = (error: Failure): PartnerError => {
  const status = statusOf(error);
  const refused = status !== undefined && status >= 400 && status < 500;
  return partnerError(`The file storage refused or did not answer: ${error.message}`, {
    partner: 'S3',
    outcome: refused ? 'REFUSED' : 'UNKNOWN',
    partnerCode: error.name,
    httpStatus: status,
    requestId: error.$metadata?.requestId,
    // A wrong bucket or key is corrected by people; the file to be stored waits for that.
    retryable: true,
    cause: error,
  });
};

/**
 * Files in a bucket of an S3-compatible storage. Addressed by path, because storages other than AWS do not give each
 * bucket a host; without the newer checksums, which some of them store as part of the file.
 */
export const createS3Files = ({ endpoint, region, bucket, ...credentials }: S3Options): FileStorage => {
  /** The packages are large: they are loaded when the first file is stored. */
  const s3 = loadOnce(async () => {
    const sdk = await import('@aws-sdk/client-s3');
    return new sdk.S3Client({
      region,
      credentials,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: answerTimeoutMs },
    });
  });
  const at = (key: string): { Bucket: string; Key: string } => {
    if (!isFileKey(key)) throw new Error('this is not the key of a file');
    return { Bucket: bucket, Key: key };
  };
  const asked = async <T>(call: () => Promise<T>): Promise<T> => {
    refuseInsideTransaction('the file storage');
    try {
      return await call();
    } catch (error) {
      throw failureOf(error as Failure);
    }
  };
  const found = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await call();
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  };

  return {
    put: (key, bytes, contentType) =>
      asked(async () => {
        const { PutObjectCommand } = await import('@aws-sdk/client-s3');
        await (await s3()).send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }));
      }),
    get: (key) =>
      asked(async () => {
        const { GetObjectCommand } = await import('@aws-sdk/client-s3');
        return found(async () => {
          const answer = await (await s3()).send(new GetObjectCommand(at(key)));
          return Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
        });
      }),
    has: (key) =>
      asked(async () => {
        const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
        return (await found(async () => (await s3()).send(new HeadObjectCommand(at(key))))) !== undefined;
      }),
    remove: (key) =>
      asked(async () => {
        const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
        await (await s3()).send(new DeleteObjectCommand(at(key)));
      }),
    presignGet: async (key, link) => {
      const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
        import('@aws-sdk/client-s3'),
        import('@aws-sdk/s3-request-presigner'),
      ]);
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: link.contentType,
        ResponseContentDisposition: attachmentHeader(link.name),
      });
      return getSignedUrl(await s3(), command, { expiresIn: secondsOf(link) });
    },
  };
};
