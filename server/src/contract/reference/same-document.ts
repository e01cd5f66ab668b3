import canonicalize from 'canonicalize';
import { plainTime } from '../../kit/time.ts';

const withPlainTimes = (text: string | undefined): string | undefined =>
  text?.replaceAll(/(?<=")\d{4}-\d\d-\d\dT[\d:.Z+-]{9,24}(?=")/gi, plainTime);

/**
 * Whether two documents say the same, whatever the order of their keys (a stored one has the database's) and the spelling of
 * their times: clients that send back what they read write a time the way their language does.
 */
export const isSameDocument = (left: unknown, right: unknown): boolean => {
  const [one, other] = [canonicalize(left), canonicalize(right)];
  return one === other || withPlainTimes(one) === withPlainTimes(other);
};
