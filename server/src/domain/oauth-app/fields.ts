import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { queryParams } from '../../contract/shapes.ts';

/** Fields that `q` and `s` can use on OAuth Apps. */
export const oauthAppFields: Fields = {
  id: { type: 'id', prefix: 'app', column: 'oauth_app.id', sortable: true, required: true },
  name: { type: 'text', column: 'oauth_app.name', sortable: true, required: true },
  access_level: {
    type: 'enum',
    column: 'oauth_app.access_level',
    values: ['VIEWER', 'EDITOR', 'CUSTOM'],
    filter: 'accessLevel',
  },
  custom_role_id: { type: 'id', prefix: 'role', column: 'oauth_app.custom_role_id', filter: 'customRoleId' },
  client_id: { type: 'text', column: 'oauth_app.client_id', filter: 'clientId' },
  created_by: { type: 'text', column: 'oauth_app.created_by' },
  creation_time: {
    type: 'time',
    column: 'oauth_app.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'oauth_app.last_update_time', sortable: true, required: true },
  last_used_time: { type: 'time', column: 'oauth_app.last_used_time' },
};

export const OAuthAppQueryParams = z.object({ ...queryParams(() => oauthAppFields), ...filterParams(oauthAppFields) });
