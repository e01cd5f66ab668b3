import { join } from 'node:path';
import { createDocumentDesk } from './adapters/documents/document-desk.ts';
import type { DocumentDesk } from './adapters/documents/port.ts';
import type { Outgoing } from './adapters/outgoing/outgoing.ts';
import { createLocalFiles, type LocalFiles } from './adapters/storage/local.ts';
import { createS3Files } from './adapters/storage/s3.ts';
import type { SecretKeys } from './auth/secrets.ts';
import type { Config } from './config.ts';
import type { Clock } from './kit/clock.ts';

export type Files = {
  documents: DocumentDesk;
  /** Undefined: the files lie in a storage that serves them itself. */
  localFiles: LocalFiles | undefined;
};

type FileWiring = { config: Config; secretKeys: SecretKeys; clock: Clock; apiUrl: string; outgoing: Outgoing };

/** Where files lie, and what makes documents of them. */
export const wireFiles = ({ config, secretKeys, clock, apiUrl, outgoing }: FileWiring): Files => {
  if (config.s3 !== null)
    return { documents: createDocumentDesk({ outgoing, storage: createS3Files(config.s3) }), localFiles: undefined };
  const [first, ...others] = secretKeys;
  const localFiles = createLocalFiles({
    dir: join(config.dataDir, 'files'),
    baseUrl: apiUrl,
    linkKeys: [first.derive('file-link'), ...others.map((key) => key.derive('file-link'))],
    clock,
  });
  return { documents: createDocumentDesk({ outgoing, storage: localFiles }), localFiles };
};
