export type { MessageEnvelope, MessageReceiver } from '../marketplace/messages.ts';

/** The CRMs that deals come from. */
export const crmSystems = ['SALESFORCE', 'HUBSPOT'] as const;
export type CrmSystem = (typeof crmSystems)[number];

/** One connected CRM. Credentials are opened only for a call. */
export type CrmAccess = {
  connectionId: string;
  system: CrmSystem;
  accountId: string;
  /** SALESFORCE: the My Domain; HUBSPOT: another address of its API. */
  endpoint: string | undefined;
  credentials: Readonly<Record<string, string>>;
};

/** Fields of a record by the CRM's names; what a mapping reads. References are nested: `Account.Name`. */
export type CrmFields = Readonly<Record<string, unknown>>;

/** A deal with its company and contacts, in the CRM's own names. */
export type CrmRecord = {
  /** SALESFORCE: 18 characters; HUBSPOT: a whole number as text. As it was asked for, also if the record was merged. */
  id: string;
  /** Where a person sees it; null: not known (HUBSPOT without the id of its account). */
  url: string | null;
  /** When it was last changed in the CRM. */
  updatedTime: Date;
  /** The opportunity or deal. */
  deal: CrmFields;
  /** The account or company; null if it has none. */
  company: CrmFields | null;
  /** The main contact first; at most 10. */
  contacts: readonly CrmFields[];
};

/** Fields of the objects that a mapping needs, by their names. */
export type CrmSelection = {
  deal: readonly string[];
  company: readonly string[];
  contact: readonly string[];
  /** How many contacts of a deal are wanted; absent: 10. */
  contactsMax?: number;
};

/** A field of the CRM, for choosing one in a mapping. */
export type CrmFieldRead = {
  object: 'DEAL' | 'COMPANY' | 'CONTACT';
  name: string;
  label: string;
  type: string;
  isWritable: boolean;
  /** Allowed values; empty: any. */
  values: readonly string[];
};

/** `isEnd`: there is nothing more for now. */
export type CrmChanges = { ids: readonly string[]; cursor: string; isEnd: boolean };

/** At most so many records are read at once. */
export const crmRecordsMax = 200;

/** One CRM. Errors are partner errors (`partner-error.ts`). */
export type Crm = {
  system: CrmSystem;
  verify(access: CrmAccess): Promise<void>;
  /**
   * The records of those ids that exist, with company and contacts. At most 200 ids. Calls besides the token: SALESFORCE one
   * for each 100 ids, and up to three more an hour where the organization has a single currency, which no record names. HUBSPOT one for each 100
   * deals, companies and contacts, whose batches have no more, and two for associations: 5 for 100 deals with one contact each, 8 for 200.
   * One more for each id that was not found, since only a single read finds a merged deal, and, if the fields include a time, one an hour
   * for the time zone of the account. Only what a selection names is read.
   */
  readRecords(access: CrmAccess, ids: readonly string[], selection: CrmSelection): Promise<CrmRecord[]>;
  /** Deals whose name has that text, newest first. */
  search(access: CrmAccess, text: string, limit: number): Promise<{ id: string; name: string; url: string | null }[]>;
  /** Writes fields of the deal, as the CRM's types; what is not named stays. */
  write(access: CrmAccess, id: string, fields: CrmFields): Promise<void>;
  /**
   * Ids of deals changed since the last read, oldest first, at most 1000, and with a deal that remains of a merge those that
   * were merged. `cursor`: what the last read gave; null: read what changed in the last day. Deals that changed shortly before
   * a read are listed again by the next one: a CRM may show them late.
   */
  listChanged(access: CrmAccess, cursor: string | null): Promise<CrmChanges>;
  describe(access: CrmAccess): Promise<CrmFieldRead[]>;
  prettifyError(error: { code: string; message: string }): string;
};

/** The CRMs by code, as wired. */
export type Crms = Readonly<Partial<Record<CrmSystem, Crm>>>;
