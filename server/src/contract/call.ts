import type { DocumentRules, DocumentService } from '../adapters/documents/port.ts';
import type { Asker, PartnerGateway } from '../adapters/partner-gateway.ts';
import type { Actor, Membership, Principal } from '../auth/principal.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import type { Database } from '../db/database.ts';
import type { OrgDb } from '../db/org-db.ts';
import type { IdPrefix } from '../kit/ids.ts';
import type { EventName } from './events.ts';
import type { WorkflowInputs, WorkflowName } from './workflow-inputs.ts';

/** What a read receives: the organization's rows, the caller, the business time, and access to the response headers. */
export type ReadCall = {
  readonly db: OrgDb;
  readonly orgId: string;
  readonly actor: Actor;
  /** The caller's membership in this organization; absent if the service itself is acting. */
  readonly membership?: Membership | undefined;
  /** How full the caller's rate-limit bucket is, including this call; absent without a rate limit. */
  readonly rate?: { readonly limit: number; readonly used: number } | undefined;
  /** Business time at the start of the call. */
  readonly now: Date;
  /** The requested URL, without scheme and host; `Link` headers keep its parameters. */
  readonly url: string;
  /** Whether the caller takes an estimate for the total of a long list (`Prefer: count=estimated`). */
  readonly prefersEstimate?: boolean | undefined;
  /** The address of the API, the beginning of links to its pages; absent in processes that show none. */
  readonly apiUrl?: string | undefined;
  /**
   * Reads of another organization, for the few reads that show what it shares with this one
   * (`server/test/tidy.test.ts` lists them). Acts use `inOrganization`.
   */
  dbOf(orgId: string): OrgDb;
  setHeader(name: string, value: string): void;
  /** Sets the `ETag` to the row's version. */
  setVersion(version: number): void;
};

/** What an endpoint without an organization in its path receives. */
export type CallerCall = Omit<ReadCall, 'db' | 'dbOf' | 'orgId' | 'membership'> & {
  readonly principal: Principal;
  readonly database: Database;
};

/**
 * What an act receives that queries a partner before its transaction begins, and a read whose result comes from a
 * partner. `signal` is aborted after 10 seconds.
 */
export type AskCall = ReadCall &
  Asker & {
    readonly gateway: PartnerGateway;
    readonly documents: DocumentService;
    readonly secretKeys: SecretKeys;
  };

/** The same for an act, which may have to record the query before making it. */
export type AskFirstCall = AskCall & {
  /**
   * Runs an act in its own transaction, under the endpoint's ID. In a dry run it does nothing and returns undefined.
   */
  actFirst<T>(work: (call: ActCall) => Promise<T>): Promise<T | undefined>;
};

/** Where the bytes of a file are to be stored, and the kind of `due` row, with its ID, that removes them if no act records them. */
export type FileToKeep = { id: string; key: string; removalKind: string };

/** A call of an act whose body can be too large for one transaction. */
export type PartsCall = ReadCall & {
  /**
   * Runs an act in its own transaction, under the endpoint's ID; in a dry run it is rolled back. The caller is admitted
   * again before each one.
   */
  actInPart<T>(work: (call: ActCall) => Promise<T>): Promise<T>;
  /** Generates a UUID for a new row. */
  newId(): string;
  /** Stores a file at its key (`adapters/storage/port.ts`) before the act that records it; does nothing in a dry run. */
  keepFile(file: FileToKeep, bytes: Uint8Array, contentType: string): Promise<void>;
};

/** One entity that an act changed. `before` is null if it was created, `after` null if it was deleted. */
export type Change = {
  type: IdPrefix | 'config';
  /** The ID as clients see it (TypeID), or the caller's own text ID. */
  id: string;
  before: object | null;
  after: object | null;
};

type Viewed = { id: string };

/** A change as passed to `recordChange`. */
export type RecordedChange = Pick<Change, 'type'> &
  /** `id` may be omitted if `before` or `after` contains it. */
  (Pick<Change, 'id' | 'before' | 'after'> | { id?: never; before: Viewed | null; after: Viewed | null }) &
  /** The row's new version and the change's events. Their payload is `after`, or `before` for a deleted entity. */
  ({ version: number; events?: readonly EventName[]; payload?: object } | { version?: never; events?: never }) & {
    /** A side effect of another change, which is the subject of the audit row (`recordsAround`). */
    around?: boolean;
  };

/** An event of an entity. The events of one entity are delivered in order of (version, position). */
export type Emitted = {
  name: EventName;
  entityType: IdPrefix | 'config';
  entityId: string;
  version: number;
  payload: object;
};

export type StartOptions = {
  /** TypeID of the entity the run is about; shown on operations, which can be filtered by it. */
  entityId: string;
  partner?: string;
  parentOperationId?: string;
  /** After this instant its work is of no use: of runs of one lane that have such a time, the one with the nearest goes first. */
  dueBy?: Date;
};

/** What an act receives. Acts never commit, never read the clock and never call a partner. */
export type ActCall = ReadCall & {
  readonly requestId: string;
  /** For hashing and sealing secrets. */
  readonly secretKeys: SecretKeys;
  /** The base address of links that people open to sign in or to accept something. */
  readonly authUrl: string;
  /** Absent if the service stores no documents. */
  readonly documentRules?: DocumentRules | undefined;
  /** The calling person's account (UUID); absent for machines and the service itself. */
  readonly accountId?: string | undefined;
  /** Generates a UUID for a new row. */
  newId(): string;
  /**
   * Throws a 412 if the caller's `If-Match` names another version. Call it once the row is locked. The response carries
   * this version unless the act creates a new one.
   */
  checkVersion(version: number): void;
  /**
   * Records a change. The audit row is about the first recorded change and shows all of them; the response carries the
   * version of the entity that it is about. An act that records nothing has changed nothing and leaves no trace.
   */
  recordChange(change: RecordedChange): void;
  /** Emits an event of an entity whose change is recorded together with others. */
  emit(event: Emitted): void;
  /** Starts a workflow when this transaction commits. Returns its operation ID (UUID). */
  start<Name extends WorkflowName>(name: Name, input: WorkflowInputs[Name], options: StartOptions): Promise<string>;
  /**
   * Acts in a second organization within this transaction, behind its fence: `work` receives a call whose rows, changes,
   * events and runs are that organization's. It gets its own audit row with the same request ID, whose actor is this
   * organization, not the caller; `shownAs` names another one, at the first entry. The caller's `If-Match`, ETag and idempotency key stay with the first. The caller of this
   * function must have decided, from the first organization's own rows, that it may act there
   * (`server/test/tidy.test.ts` lists who uses it). Only one organization at a time is behind the fence: within `work`,
   * the first one's handle must not be used.
   */
  inOrganization<T>(orgId: string, work: (call: ActCall) => Promise<T>, shownAs?: Actor): Promise<T>;
};
