/** Something that happens by itself at a business time. `kind` names its handler. */
export type DueItem = { id: string; kind: string; at: number; refId: string; detail: Record<string, unknown> };

/** A named misbehaviour: how often it may still strike (null: until removed), where, and how often it has. */
export type Fault = {
  id: string;
  name: string;
  remaining: number | null;
  /** The operation, or the type of the message, that it strikes; null: any. */
  operation: string | null;
  /** The account whose calls and messages it strikes; null, and absent in older state: any. */
  accountId?: string | null;
  options: Record<string, unknown>;
  struck: number;
};

/** A message of the partner to its customer's server, and how far it has come. */
export type Delivery = {
  id: string;
  /** The partner's name for the kind of message. */
  type: string;
  /** Whose address it goes to; the simulator knows the address. */
  accountId: string;
  body: Record<string, unknown>;
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DROPPED' | 'NO_TARGET';
  attempts: number;
  /** Wall time of the next attempt, epoch milliseconds. */
  nextWall: number;
  lastStatus: number | null;
  lastError: string | null;
};
