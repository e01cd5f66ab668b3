export type Json = Record<string, unknown>;

/** A reference to a component of the API document. */
export const refTo = (kind: 'schemas' | 'responses' | 'headers', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
