import { z } from 'zod';
import type { Google } from '../../marketplace/gcp/google.ts';
import { everyPage } from '../../marketplace/gcp/pages.ts';
import type { GoogleAccess } from '../../marketplace/gcp/settings.ts';
import type { OutgoingStream } from '../../outgoing/outgoing.ts';
import { tooManyObjects } from '../too-many-objects.ts';

/** A seller's bucket. */
export type BucketAccess = GoogleAccess & { bucket: string };

const whole = z.string().regex(/^\d{1,19}$/);

const StoredObject = z.looseObject({ name: z.string(), generation: whole, size: whole, updated: z.coerce.date() });
export type StoredObject = z.output<typeof StoredObject>;

const Objects = z
  .looseObject({
    kind: z.literal('storage#objects'),
    items: z.array(StoredObject).default([]),
    nextPageToken: z.string().default(''),
  })
  .transform(({ items, nextPageToken }) => ({ items, next: nextPageToken || null }));

/** As many as Google gives at once. */
const pageSize = '1000';

/** The calls of the Cloud Storage JSON API v1 that read reports (objects: list, get). */
export const createStorage = (google: Google) => {
  const objects = ({ bucket }: BucketAccess): string => `/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const object = (access: BucketAccess, name: string): string => `${objects(access)}/${encodeURIComponent(name)}`;

  return {
    listObjects: (access: BucketAccess, prefix: string): Promise<StoredObject[]> =>
      everyPage(
        async (pageToken) => {
          const fields = 'kind,nextPageToken,items(name,generation,size,updated)';
          const query = { prefix, maxResults: pageSize, fields, pageToken };
          const call = { what: 'objects.list', method: 'GET', path: objects(access), query } as const;
          return (await google.send(access, 'storage', call, Objects)).answer;
        },
        { what: 'objects.list', whenFull: () => tooManyObjects('GCP', 'objects.list', access.bucket) },
      ),
    /** Whether the account may read an object: its metadata need the same permission. */
    checkObject: async (access: BucketAccess, name: string): Promise<void> => {
      const query = { fields: 'name,generation,size,updated' };
      const call = { what: 'objects.get', method: 'GET', path: object(access, name), query } as const;
      await google.send(access, 'storage', call, StoredObject);
    },
    /** The content of one generation of an object. */
    openObject: (
      access: BucketAccess,
      { name, generation }: { name: string; generation: string },
      options: { silenceMs: number; signal?: AbortSignal },
    ): Promise<OutgoingStream> =>
      google.open(
        access,
        'storage',
        { what: 'objects.get', path: object(access, name), query: { alt: 'media', generation } },
        options,
      ),
  };
};
