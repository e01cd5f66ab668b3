/**
 * Tables that are not distributed by organization, each with the reason. A table with `org_id` that is not listed is distributed.
 * `reference`: every server has a copy, and a change is made to all copies at once. `coordinator`: an ordinary table of the server that
 * the service connects to.
 */
export type Placement = { on: 'reference' | 'coordinator'; because: string };

const reference = (because: string, ...names: string[]): [string, Placement][] =>
  names.map((name) => [name, { on: 'reference', because }]);
const coordinator = (because: string, ...names: string[]): [string, Placement][] =>
  names.map((name) => [name, { on: 'coordinator', because }]);

const placements: ReadonlyMap<string, Placement> = new Map([
  ...reference('tables of organizations refer to it', 'organization'),
  ...reference(
    'who is calling is found before the organization is known, on every request',
    'api_client',
    'membership',
    'oauth_app',
    'revoked_token',
    'role',
  ),
  ...reference('the age of an idempotency key is compared with it, on every request that has one', 'steady_clock'),
  ...coordinator(
    'people belong to several organizations, and sign in before one is chosen',
    'account',
    'account_login',
    'account_mail',
    'account_network',
    'account_passkey',
    'account_second_factor',
    'account_session',
    'account_sign_up',
    'account_used_code',
    'account_verification',
    'organization_founder',
  ),
  ...coordinator(
    'it coordinates the processes of the service',
    'engine_turn',
    'executor',
    'migration',
    'migration_lock',
  ),
  ...coordinator('it protects sign-in, and belongs to no organization', 'auth_throttle', 'signing_key'),
  ...coordinator('the documents are the same for everybody', 'knowledge_index', 'knowledge_piece', 'knowledge_word'),
  ...coordinator('it says which months of all organizations are kept', 'month_retention', 'monthly_table'),
]);

/**
 * Functions of triggers that were read: they read and change rows of the organization of their row only, and name it, so that they
 * stay on the shard where they run.
 */
const localTriggers: ReadonlySet<string> = new Set([
  'mos_commission_totals',
  'mos_count_changed_item',
  'mos_count_changed_row',
  'mos_match_revenue',
  'mos_number_receipt',
  'mos_partner_referral_totals',
  'mos_referral_totals',
]);

/** A trigger that cannot work on a shard, and what is created in its place. */
export type Swap = { table: string; trigger: string; instead: string };

export const swaps: readonly Swap[] = [
  {
    table: 'usage_record_item',
    trigger: 'usage_total_new_items',
    instead:
      'create trigger usage_total_new_item after insert on usage_record_item for each row execute function mos_count_new_item()',
  },
  {
    table: 'usage_report_row',
    trigger: 'usage_total_new_rows',
    instead:
      'create trigger usage_total_new_row after insert on usage_report_row for each row execute function mos_count_new_row()',
  },
];

/** The table that all distributed tables are stored with. */
const anchor = 'product';

/** The column by which tables are distributed. */
export const distributionColumn = 'org_id';

/** What the tables of the service are judged by. */
export const ourChoices = { placements, localTriggers, swaps, anchor };
