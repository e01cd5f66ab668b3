import type { Change } from '@aws-sdk/client-marketplace-catalog';

/** The details of a change, as the Catalog API takes them. */
export type Document = { [key: string]: DocumentValue };
export type DocumentValue = string | number | boolean | null | DocumentValue[] | Document;

export type EntityType = 'SaaSProduct@1.0' | 'Offer@1.0' | 'OfferSet@1.0' | 'ResaleAuthorization@1.0';

/** AWS accepts 1 to 20 changes at once. */
export const changesMax = 20;

/** A change of an existing entity, or of one that an earlier change of the same set makes (`madeBy`). */
export const changeOf = (
  Type: EntityType,
  ChangeType: string,
  Identifier: string,
  DetailsDocument: DocumentValue,
): Change => ({ ChangeType, Entity: { Type, Identifier }, DetailsDocument });

/** A change that makes an entity; later changes refer to it by `ChangeName`, which may contain letters only. */
export const creationOf = (Type: EntityType, ChangeType: string, ChangeName: string, details: Document): Change => ({
  ChangeType,
  ChangeName,
  Entity: { Type },
  DetailsDocument: details,
});

/** A reference to the id of an entity that an earlier change of the same set makes. */
export const madeBy = (changeName: string): string => `$${changeName}.Entity.Identifier`;

/** The name of the change that makes what a reference stands for; undefined if the identifier is no reference. */
export const madeIn = (identifier: string): string | undefined =>
  /^\$([a-zA-Z]+)\.Entity\.Identifier$/.exec(identifier)?.[1];

/** Names of change sets allow few characters; an offer's name allows any. */
export const changeSetName = (text: string): string =>
  text
    .replace(/[^\w\s+=.:@-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
    .trim() || 'offer';
