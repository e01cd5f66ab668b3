/** A text that arrives piece by piece. It can be read once; whoever reads slowly makes its sender wait. */
export type TextStream = {
  readonly pieces: AsyncIterable<string>;
  /** SHA-256 of the bytes that have been read. */
  digest(): Buffer;
};

export const isTextStream = (value: unknown): value is TextStream =>
  typeof value === 'object' && value !== null && 'pieces' in value && 'digest' in value;
