/** A document that the service writes itself, as blocks from top to bottom. Can be passed to another thread. */
export type WrittenDocument = { title: string; footer: string; blocks: readonly Block[] };

export type Block =
  | { is: 'heading'; text: string }
  | { is: 'text'; text: string }
  /** Names and values beside each other. */
  | { is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** `widths` are shares of the page's width; numbers are aligned to the right. */
  | { is: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] };

export type Column = { title: string; width: number; isNumber?: boolean };
