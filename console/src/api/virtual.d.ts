declare module 'virtual:api-endpoints' {
  export const value: unknown;
}

declare module 'virtual:api-operations' {
  export const value: unknown;
}

declare module 'virtual:api-schemas' {
  export const value: {
    schemas: Record<string, import('./document.ts').Schema>;
    texts: Record<string, { description?: string; query: Record<string, string | undefined> }>;
  };
}

declare module 'virtual:connecting' {
  export const value: Record<string, string>;
}
