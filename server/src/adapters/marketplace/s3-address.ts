const s3Host = /^([^.].*\.)?s3[.-]([a-z0-9-]+\.)*amazonaws\.com(\.cn)?$/;

/**
 * Whether an address names a document in Amazon S3. AWS Marketplace copies legal documents from there and from nowhere else:
 * from a bucket that anybody can read, or by a presigned address (Developer Guide, UpdateLegalTerms).
 */
export const isS3Address = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === 'https:' && url.port === '' && s3Host.test(url.hostname) && url.pathname !== '/'
  );
};
