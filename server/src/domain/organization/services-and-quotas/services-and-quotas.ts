/**
 * Limits enforced outside this family, which cannot import them: by the HTTP edge, by batch endpoints, by the creation
 * of OAuth Apps. A test compares them with the enforced values.
 */
export const limits = { bodyBytes: 5 * 1024 * 1024, batchItems: 1000, oauthApps: 200 } as const;
