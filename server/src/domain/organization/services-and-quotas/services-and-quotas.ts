/**
 * Limits that are kept elsewhere, where this family may not look: by the HTTP edge, by endpoints that take batches, by the
 * creation of OAuth Apps. A test compares them with those that are kept.
 */
export const limits = { bodyBytes: 5 * 1024 * 1024, batchItems: 1000, oauthApps: 200 } as const;
