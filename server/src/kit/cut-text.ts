/** The beginning of a text. No sign is cut in two: PostgreSQL takes no half of one in JSON. */
export const cutText = (text: string, max: number): string => {
  const part = text.slice(0, max);
  return text.length > max && /[\ud800-\udbff]$/.test(part) ? part.slice(0, -1) : part;
};
