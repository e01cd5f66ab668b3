const charactersMax = 200;

/**
 * The name of a file that somebody sends us, for showing and for downloads: the last part of a path, in one line, without
 * signs that change the direction of text. `fallback` stands in for a name of which nothing is left.
 */
export const plainFileName = (given: string, fallback = 'file'): string => {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, '').trim();
  if (clean === '' || /^\.+$/.test(clean)) return fallback;
  const [, extension = ''] = /(\.[A-Za-z0-9]{1,10})$/.exec(clean) ?? [];
  const characters = [...clean];
  if (characters.length <= charactersMax) return clean;
  return `${characters.slice(0, charactersMax - extension.length).join('')}${extension}`;
};

const partMax = 100;

/**
 * A text, such as the name of an offer, as a part of the name of a file of ours: in one line, without signs that file systems refuse or that
 * change the direction of text. Empty if nothing of it is left.
 */
export const fileNamePart = (text: string): string => {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  return [...clean].slice(0, partMax).join('').trim();
};
