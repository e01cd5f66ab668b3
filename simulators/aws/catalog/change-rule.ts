import type { z } from 'zod';
import type { AwsTransaction, Entity, EntityType, ErrorDetail } from '../state.ts';

/** What a change works on: the state with the changes of the set so far in it. */
export type ChangeDraft = {
  transaction: AwsTransaction;
  accountId: string;
  /** Business time of the change. */
  at: number;
  get(id: string): Entity | undefined;
  put(entity: Entity): void;
  /** All entities, of every account, as they are with the changes so far. */
  entities(): Entity[];
  /** A check of what the whole set makes: it runs after the last change, and refuses the change that asked for it. */
  atEnd(check: () => void): void;
  /** What else happens once the whole set has succeeded. */
  onSuccess(effect: () => void): void;
};

/**
 * One row of the table of change types (AWS Catalog API, "Working with SaaS products|offers|offer sets").
 * `schema` is what StartChangeSet refuses at once (422); `apply` is what is found out while the set runs, and throws a
 * business error. It gets the id of the entity, which a rule that `creates` has to make.
 */
export type ChangeRule = {
  creates: boolean;
  schema: z.ZodType;
  apply(draft: ChangeDraft, id: string, details: unknown): void;
};

export type ChangeRules = Record<string, ChangeRule>;

/** Gives a rule its types: `apply` receives what `schema` has checked. */
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

/** The error by which a rule refuses a change; it ends up in the ErrorDetailList of the change. */
export const businessError = (...list: [code: string, message: string][]): Error => {
  const error = new Error(list.map(([code]) => code).join(', '));
  details.set(
    error,
    list.map(([ErrorCode, ErrorMessage]) => ({ ErrorCode, ErrorMessage })),
  );
  return error;
};

/** The error details behind a thrown value, or null when it is a fault of the simulator itself. */
export const businessErrorOf = (error: unknown): ErrorDetail[] | null =>
  error instanceof Error ? (details.get(error) ?? null) : null;

/** Reads the entity that a change is for; the caller has made sure that it exists with this type. */
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
