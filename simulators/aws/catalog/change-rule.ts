import type { z } from 'zod';
import type { AwsTransaction, Entity, EntityType, ErrorDetail } from '../state.ts';

/** What a change works on: the state including the set's changes so far. */
export type ChangeDraft = {
  transaction: AwsTransaction;
  accountId: string;
  /** Business time of the change. */
  at: number;
  get(id: string): Entity | undefined;
  put(entity: Entity): void;
  /** All entities of every account, including the changes so far. */
  entities(): Entity[];
  /**
   * Adds a check of the set's combined result. It runs after the last change; a failure is reported for the change that
   * added it.
   */
  atEnd(check: () => void): void;
  /** Adds a side effect for when the whole set has succeeded. */
  onSuccess(effect: () => void): void;
};

/**
 * One row of the table of change types (AWS Catalog API, "Working with SaaS products|offers|offer sets"). `schema`
 * checks what StartChangeSet refuses immediately (422); `apply` checks the rest while the set runs, and throws a business
 * error. It gets the ID of the entity, which a rule that `creates` has to create.
 */
export type ChangeRule = {
  creates: boolean;
  schema: z.ZodType;
  apply(draft: ChangeDraft, id: string, details: unknown): void;
};

export type ChangeRules = Record<string, ChangeRule>;

/** Types a rule: `apply` receives the output of `schema`. */
export const changeRule = <S extends z.ZodType>(rule: {
  creates?: boolean;
  schema: S;
  apply(draft: ChangeDraft, id: string, details: z.output<S>): void;
}): ChangeRule => ({
  creates: rule.creates ?? false,
  schema: rule.schema,
  apply: (draft, id, details) => rule.apply(draft, id, details as z.output<S>),
});

const details = new WeakMap<Error, ErrorDetail[]>();

/** The error with which a rule refuses a change; it appears in the ErrorDetailList of the change. */
export const businessError = (...list: [code: string, message: string][]): Error => {
  const error = new Error(list.map(([code]) => code).join(', '));
  details.set(
    error,
    list.map(([ErrorCode, ErrorMessage]) => ({ ErrorCode, ErrorMessage })),
  );
  return error;
};

/** The error details of a thrown value, or null if it is a bug of the simulator. */
export const businessErrorOf = (error: unknown): ErrorDetail[] | null =>
  error instanceof Error ? (details.get(error) ?? null) : null;

/** Reads the entity of a change; the caller has verified that it exists with this type. */
export const draftEntity = <T extends EntityType>(
  draft: ChangeDraft,
  type: T,
  id: string,
): Extract<Entity, { type: T }> => {
  const entity = draft.get(id);
  if (!entity || entity.type !== type || entity.accountId !== draft.accountId) {
    throw businessError(['INVALID_ENTITY', `${type} ${id} does not exist.`]);
  }
  return entity as Extract<Entity, { type: T }>;
};
