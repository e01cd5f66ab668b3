/** Whether a text is the address of a web page, which a client can show as a link. */
export const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || url?.protocol === 'http:';
};
