import { value } from 'virtual:api-endpoints';

/** The data of an endpoint that every page needs. Lists and acts need more: see `document.ts`. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  permission: string;
  caller?: 'person' | 'leader';
  /** The names of its query parameters. */
  takes: string[];
  /** Whether its filter (`q`) supports the field `id`. */
  findsById?: boolean;
};

type ApiFacts = { roles: Record<string, string[]>; endpoints: Record<string, Endpoint>; events: string[] };

export const { roles, endpoints, events } = value as ApiFacts;

export const endpointOf = (id: string): Endpoint => {
  const found = endpoints[id];
  if (!found) throw new Error(`the API has no endpoint ${id}`);
  return found;
};
