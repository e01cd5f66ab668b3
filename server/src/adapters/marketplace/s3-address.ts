const s3Host = /^([^.].*\.)?s3[.-]([a-z0-9-]+\.)*amazonaws\.com(\.cn)?$/;

/**
 * Whether an address names a document in Amazon S3. AWS Marketplace copies legal documents only from there: from a
 * public bucket, or by a presigned address (Developer Guide, UpdateLegalTerms).
 */
export const isS3Address = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === 'https:' && url.port === '' && s3Host.test(url.hostname) && url.pathname !== '/'
  );
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
