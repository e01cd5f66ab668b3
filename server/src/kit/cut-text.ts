/** The beginning of a text. Never splits a surrogate pair, because PostgreSQL rejects half of one in JSON. */
export const cutText = (text: string, max: number): string => {
  const part = text.slice(0, max);
  return text.length > max && /[\ud800-\udbff]$/.test(part) ? part.slice(0, -1) : part;
};
