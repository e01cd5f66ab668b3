/** Text as a part of a pattern of LIKE that matches nothing but itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);
