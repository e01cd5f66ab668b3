import type { DocumentService } from './port.ts';

/** For tests only: a document service that fails every call. */
export const noDocuments: DocumentService = {
  keepMerged: () => Promise.reject(new Error('no document is made here')),
  keepWritten: () => Promise.reject(new Error('no document is made here')),
  load: () => Promise.reject(new Error('no document is made here')),
  link: () => Promise.reject(new Error('no document is made here')),
  keepFile: () => Promise.reject(new Error('no file is kept here')),
  readFile: () => Promise.reject(new Error('no file is kept here')),
  linkFile: () => Promise.reject(new Error('no file is kept here')),
  removeFile: () => Promise.reject(new Error('no file is kept here')),
};
