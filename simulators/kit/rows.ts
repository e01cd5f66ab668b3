/** Something that happens by itself at a business time. `kind` selects its handler. */
export type DueItem = { id: string; kind: string; at: number; refId: string; detail: Record<string, unknown> };

/** A named misbehaviour: how many strikes remain (null: until removed), where it applies, and how often it has. */
export type Fault = {
  id: string;
  name: string;
  remaining: number | null;
  /** The operation or type of message that it affects; null for any. */
  operation: string | null;
  /** The account whose calls and messages it affects; null, or absent in older state, for any. */
  accountId?: string | null;
  options: Record<string, unknown>;
  struck: number;
};

/** A message from the partner to its customer's server, and its delivery state. */
export type Delivery = {
  id: string;
  /** The partner's name for the kind of message. */
  type: string;
  /** The account that receives it; the simulator knows the account's URL. */
  accountId: string;
  body: Record<string, unknown>;
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DROPPED' | 'NO_TARGET';
  attempts: number;
  /** Wall time of the next attempt, epoch milliseconds. */
  nextWall: number;
  lastStatus: number | null;
  lastError: string | null;
};
