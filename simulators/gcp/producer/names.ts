import { notFound, refusal } from '../errors.ts';
import type { ApiCall } from '../route.ts';
import type { Seller } from '../state.ts';

/** The parent path of all Commerce Producer resources. */
export const parentPath = '/producer/v1beta/projects/:project/locations/:location';

/** The name of the parent of a seller's resources. */
export const parentName = ({ projectId }: Seller): string => `projects/${projectId}/locations/global`;

/** Refuses calls about another project, or about a location other than `global`. */
export const checkParent = ({ seller, params }: ApiCall): void => {
  if (params.project !== seller.projectId && params.project !== seller.projectNumber) {
    throw refusal(
      'PERMISSION_DENIED',
      `Permission denied on resource 'projects/${params.project}' (or it may not exist).`,
    );
  }
  if (params.location !== 'global') throw notFound();
};
