declare module 'virtual:api-operations' {
  export const value: unknown;
}

declare module 'virtual:api-schemas' {
  export const value: Record<string, import('./document.ts').Schema>;
}

declare module 'virtual:connecting' {
  export const value: Record<string, string>;
}
