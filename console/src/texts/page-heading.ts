/** The name of a page in the browser's tab. */
export const pageHeadingTexts = {
  documentTitle: (page: string) => `${page} · Marketplace Operations`,
} as const;
