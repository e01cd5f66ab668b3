/**
 * What the reference says a value of a partner's object is. `time`: RFC 3339. `int` and `number`: JSON numbers. `document`:
 * any object. An object is named, so that objects can hold each other.
 */
export type Shape =
  | 'text'
  | 'time'
  | 'number'
  | 'int'
  | 'flag'
  | 'document'
  | { list: Shape }
  | { map: Shape }
  | { words: readonly string[] }
  | { object: string };

export type ObjectShapes = Readonly<Record<string, Readonly<Record<string, Shape>>>>;
