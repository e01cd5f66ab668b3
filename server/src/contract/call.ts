import type { Asker, PartnerDesk } from '../adapters/desk.ts';
import type { DocumentDesk, DocumentRules } from '../adapters/documents/port.ts';
import type { Actor, Membership, Principal } from '../auth/principal.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import type { Database } from '../db/database.ts';
import type { OrgDb } from '../db/org-db.ts';
import type { IdPrefix } from '../kit/ids.ts';
import type { EventName } from './events.ts';
import type { WorkflowInputs, WorkflowName } from './workflow-inputs.ts';

/** What a read is given: the organization's rows, who asks, the business time, and the headers of the answer. */
export type ReadCall = {
  readonly db: OrgDb;
  readonly orgId: string;
  readonly actor: Actor;
  /** What the caller is in this organization; absent where the service itself is at work. */
  readonly membership?: Membership | undefined;
  /** How full the caller's bucket is, this call included; absent without a limit on calls. */
  readonly rate?: { readonly limit: number; readonly used: number } | undefined;
  /** Business time at the start of the call. */
  readonly now: Date;
  /** The address asked for, without scheme and host; `Link` headers keep its parameters. */
  readonly url: string;
  setHeader(name: string, value: string): void;
  /** Sets the `ETag`; `version` is the row's. */
  setVersion(version: number): void;
};

/** What an endpoint without an organization in its path is given. */
export type CallerCall = Omit<ReadCall, 'db' | 'orgId' | 'membership'> & {
  readonly principal: Principal;
  readonly database: Database;
};

/**
 * What an act is given that asks a partner before its transaction begins, and a read that is answered from elsewhere.
 * `signal` ends after 10 seconds.
 */
export type AskCall = ReadCall &
  Asker & {
    readonly desk: PartnerDesk;
    readonly documents: DocumentDesk;
    readonly secretKeys: SecretKeys;
  };

/** The same for an act: it may have to write down that it asks before it does. */
export type AskFirstCall = AskCall & {
  /** An act in a transaction of its own, under the endpoint's id; undefined in a dry run, which does nothing of it. */
  actFirst<T>(work: (call: ActCall) => Promise<T>): Promise<T | undefined>;
};

/** One entity that an act changed. `before` is null when it was made, `after` null when it is gone. */
export type Change = {
  type: IdPrefix | 'config';
  /** As clients see it (TypeID), or the caller's own text id. */
  id: string;
  before: object | null;
  after: object | null;
};

type Viewed = { id: string };

/** A change as an act records it. */
export type RecordedChange = Pick<Change, 'type'> &
  /** `id` may be left out where `before` or `after` shows it. */
  (Pick<Change, 'id' | 'before' | 'after'> | { id?: never; before: Viewed | null; after: Viewed | null }) &
  /** The version that the row has now, and the events of it; their payload is `after`, or `before` of what is gone. */
  ({ version: number; events?: readonly EventName[]; payload?: object } | { version?: never; events?: never }) & {
    /** It happens around another change, which the audit row is about (`recordsAround`). */
    around?: boolean;
  };

/** An event of an entity. Rows of one entity are delivered in the order of (version, position). */
export type Emitted = {
  name: EventName;
  entityType: IdPrefix | 'config';
  entityId: string;
  version: number;
  payload: object;
};

export type StartOptions = {
  /** TypeID of the thing the run is about; shown and filterable on operations. */
  entityId: string;
  partner?: string;
  parentOperationId?: string;
};

/** What an act is given. Acts never commit, never read the clock and never talk to a partner. */
export type ActCall = ReadCall & {
  readonly requestId: string;
  /** To hash and to seal secrets. */
  readonly secretKeys: SecretKeys;
  /** Absent where no documents are kept. */
  readonly documentRules?: DocumentRules | undefined;
  /** The person who calls (uuid of the account); absent for machines and the service itself. */
  readonly accountId?: string | undefined;
  /** A uuid for a new row. */
  newId(): string;
  /**
   * Refuses with 412 when the caller's `If-Match` names another version. Call it once the row is locked. The answer carries this
   * version unless the act makes another.
   */
  checkVersion(version: number): void;
  /**
   * Records what changed. The audit row is about the first change and shows all of them; the answer carries the version of the
   * entity that it is about. An act that records nothing has changed nothing and leaves no trace.
   */
  recordChange(change: RecordedChange): void;
  /** An event of an entity whose change is recorded together with others. */
  emit(event: Emitted): void;
  /** Starts a workflow when this transaction commits; answers its operation id (uuid). */
  start<Name extends WorkflowName>(name: Name, input: WorkflowInputs[Name], options: StartOptions): Promise<string>;
};
