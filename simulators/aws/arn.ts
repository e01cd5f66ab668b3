/** The ARN of a Catalog API entity or change set. */
export const entityArn = (accountId: string, type: string, id: string): string =>
  `arn:aws:aws-marketplace:us-east-1:${accountId}:AWSMarketplace/${type}/${id}`;

/** The entity or change set that an ARN of this account names, or null. */
export const readEntityArn = (arn: string): { accountId: string; type: string; id: string } | null => {
  const match = /^arn:aws:aws-marketplace:us-east-1:(\d{12}):AWSMarketplace\/([A-Za-z]+)\/([\w-]+)$/.exec(arn);
  return match ? { accountId: match[1] ?? '', type: match[2] ?? '', id: match[3] ?? '' } : null;
};
