import canonicalize from 'canonicalize';

/** Whether two documents say the same, whatever the order of their keys (a stored one has the database's). */
export const isSameDocument = (left: object, right: object): boolean => canonicalize(left) === canonicalize(right);
