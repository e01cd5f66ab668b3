import { queryError } from './error.ts';

/** `index` is the UTF-16 index of the token's first character, for error positions. */
export type Token =
  | { readonly type: 'open'; readonly index: number }
  | { readonly type: 'close'; readonly index: number }
  | { readonly type: 'end'; readonly index: number }
  | { readonly type: 'word' | 'string'; readonly text: string; readonly index: number };

const space = /[ \t\r\n]+/y;
const bareWord = /[^ \t\r\n()"]+/y;
const stringBody = /(?:[^"\\]|\\["\\])*/y;

const match = (pattern: RegExp, text: string, index: number): string => {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
};

const readString = (text: string, index: number): { token: Token; end: number } => {
  const body = match(stringBody, text, index + 1);
  const end = index + 1 + body.length;
  if (text[end] === undefined) throw queryError('q', text, index, 'this string has no closing quote');
  if (text[end] !== '"') throw queryError('q', text, end, 'a string supports only the escapes \\" and \\\\');
  const nul = body.indexOf('\0');
  if (nul >= 0) throw queryError('q', text, index + 1 + nul, 'a string must not contain U+0000');
  if (!body.isWellFormed()) throw queryError('q', text, index, 'a string must be well-formed Unicode');
  return { token: { type: 'string', text: body.replace(/\\(["\\])/g, '$1'), index }, end: end + 1 };
};

/** Splits the text of `q` into tokens; the last is `end`. */
export const readTokens = (text: string): Token[] => {
  const tokens: Token[] = [];
  let index = match(space, text, 0).length;
  while (index < text.length) {
    const character = text[index];
    if (character === '(' || character === ')') {
      tokens.push({ type: character === '(' ? 'open' : 'close', index });
      index += 1;
    } else if (character === '"') {
      const { token, end } = readString(text, index);
      tokens.push(token);
      index = end;
    } else {
      const word = match(bareWord, text, index);
      tokens.push({ type: 'word', text: word, index });
      index += word.length;
    }
    index += match(space, text, index).length;
  }
  tokens.push({ type: 'end', index: text.length });
  return tokens;
};
