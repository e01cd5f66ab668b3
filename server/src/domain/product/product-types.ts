/** Product types, as the reference lists them. */
export const productTypes = ['UNKNOWN', 'SUBSCRIPTION', 'CONTRACT', 'FLAT_RATE', 'PER_USER', 'USAGE_BASED'] as const;
