/** A credential of the kind before OAuth Apps: an API key, or the secret of the legacy token endpoint. */
export type ApiClient = {
  id: string;
  type: 'API_KEY' | 'BEARER_TOKEN';
  role: 'VIEWER' | 'EDITOR';
  /** The id as clients see it; the subject of its tokens. */
  client_id: string;
  /** What an owner recognizes the secret by. */
  fingerprint: string;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  last_used_time: Date | null;
  version: number;
};

/** How many an organization may have. */
export const apiClientsMax = 5;
