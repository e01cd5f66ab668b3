/** A legacy credential from before OAuth Apps: an API key, or a secret for the legacy token endpoint. */
export type ApiClient = {
  id: string;
  type: 'API_KEY' | 'BEARER_TOKEN';
  role: 'VIEWER' | 'EDITOR';
  /** The public id; the subject of its tokens. */
  client_id: string;
  /** A fingerprint by which an owner recognizes the secret. */
  fingerprint: string;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  last_used_time: Date | null;
  version: number;
};

/** Maximum number per organization. */
export const apiClientsMax = 5;
