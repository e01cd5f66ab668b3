import type { OrgDb } from '../../../db/org-db.ts';
import { badRequest } from '../../../kit/errors.ts';
import { findLinkable } from '../file/store.ts';

/** Throws a 400 unless every file may be linked: it is shared with all partners. */
export const checkLinkedFiles = async (db: OrgDb, ids: readonly string[]): Promise<{ name: string }[]> => {
  const found = await findLinkable(db, ids);
  const faults = ids.flatMap((id, at) =>
    found.some((file) => file.id === id)
      ? []
      : [
          {
            path: `linkedFileIds.${at}`,
            code: 'not_found',
            message: 'must be a file of this organization that is shared with all partners',
          },
        ],
  );
  if (faults.length > 0) throw badRequest(faults);
  return found;
};
