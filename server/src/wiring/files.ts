import { join } from 'node:path';
import { createDocumentService } from '../adapters/documents/document-service.ts';
import type { DocumentRules, DocumentService } from '../adapters/documents/port.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import { createLocalFiles, type LocalFiles } from '../adapters/storage/local.ts';
import { createS3Files, linksAtS3 } from '../adapters/storage/s3.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../kit/clock.ts';

export type Files = {
  documents: DocumentService;
  documentRules: DocumentRules;
  /** Undefined if the storage serves the files itself. */
  localFiles: LocalFiles | undefined;
};

type FileWiring = { config: Config; secretKeys: SecretKeys; clock: Clock; apiUrl: string; outgoing: Outgoing };

/** Where files are stored, and what converts them to documents. */
export const wireFiles = ({ config, secretKeys, clock, apiUrl, outgoing }: FileWiring): Files => {
  const rulesAt = (linksAt: string): DocumentRules => ({ linksAt, refusesAddress: (url) => outgoing.refused(url) });
  if (config.s3 !== null) {
    const documents = createDocumentService({ outgoing, storage: createS3Files(config.s3) });
    return { documents, documentRules: rulesAt(linksAtS3(config.s3)), localFiles: undefined };
  }
  const [first, ...others] = secretKeys;
  const localFiles = createLocalFiles({
    dir: join(config.dataDir, 'files'),
    baseUrl: apiUrl,
    linkKeys: [first.derive('file-link'), ...others.map((key) => key.derive('file-link'))],
    clock,
  });
  const documents = createDocumentService({ outgoing, storage: localFiles });
  return { documents, documentRules: rulesAt(`${apiUrl}/files/`), localFiles };
};
