const awsHost = /\.amazonaws\.com(\.cn)?$/;
/** The end of a host of S3 before the region, if it is not a separate label. */
const s3Label = /^s3(-|$)/;
/** The longest name in DNS (RFC 1035, 2.3.4). */
const hostMax = 253;

/** `bucket.s3.region.amazonaws.com`, `s3-region.amazonaws.com`. A bucket may have dots in its name. */
const isS3Host = (host: string): boolean =>
  host.length <= hostMax &&
  awsHost.test(host) &&
  !host.startsWith('.') &&
  host.split('.').some((label) => s3Label.test(label));

/**
 * Whether an address names a document in Amazon S3. AWS Marketplace copies legal documents only from there: from a
 * public bucket, or by a presigned address (Developer Guide, UpdateLegalTerms).
 */
export const isS3Address = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.port === '' && isS3Host(url.hostname) && url.pathname !== '/';
};

/**
 * Why AWS could not read a legal document at an address; null: it may. Whether the file is readable shows when it is
 * fetched.
 */
export const refusedByAws = (url: string): string | null =>
  isS3Address(url)
    ? null
    : 'AWS reads a custom EULA only in Amazon S3. Name one PDF there, in a public bucket or by a presigned address, or have the ' +
      'service keep its files in a bucket of AWS (S3_BUCKET).';
