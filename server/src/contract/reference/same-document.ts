import canonicalize from 'canonicalize';

/** Whether two documents are equal regardless of the order of their keys (a stored one has the database's order). */
export const isSameDocument = (left: object, right: object): boolean => canonicalize(left) === canonicalize(right);
