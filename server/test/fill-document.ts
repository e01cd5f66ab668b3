import { partnerDocuments } from '../src/contract/partner-documents/documents.ts';
import { type Kind, type PartnerDocuments, partsOf } from '../src/contract/partner-documents/notation.ts';

const documents: PartnerDocuments = partnerDocuments;

/**
 * A document of that kind in which every value, at any depth, is this one. Recursive documents end at the second level.
 */
export const filledWith = (value: unknown, kind: Kind, holders: readonly string[] = []): unknown => {
  const parts = partsOf(kind);
  if (parts.is === 'plain' || parts.is === 'words') return value;
  if (parts.is === 'list') return [filledWith(value, parts.of, holders), value];
  if (parts.is === 'map') return { some: filledWith(value, parts.of, holders) };
  if (holders.includes(parts.name)) return value;
  const members = Object.entries(documents[parts.name]?.members ?? {});
  return Object.fromEntries(
    members.map(([name, [member]]) => [name, filledWith(value, member, [...holders, parts.name])]),
  );
};
