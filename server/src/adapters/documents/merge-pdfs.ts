import { EncryptedPDFError, PDFDocument } from 'pdf-lib';

/** The fault of the document at an index. */
export type MergeFault = { index: number; code: 'NOT_A_PDF' | 'ENCRYPTED' | 'TOO_MANY_PAGES' };

export type Merged = { bytes: Uint8Array } | { fault: MergeFault };

const pagesMax = 2000;

const open = async (bytes: Uint8Array, index: number): Promise<PDFDocument | { fault: MergeFault }> => {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    // The pages of some broken files are read only now.
    document.getPages();
    return document;
  } catch (error) {
    return { fault: { index, code: error instanceof EncryptedPDFError ? 'ENCRYPTED' : 'NOT_A_PDF' } };
  }
};

/**
 * Merges the pages of all files into one PDF, in the order given. The same files make the same bytes: no time and no
 * random value is written. A single file is returned as it is, so that a signature in it stays valid. A file that
 * cannot be read is a fault.
 */
export const mergePdfs = async (files: readonly Uint8Array[]): Promise<Merged> => {
  const merged = await PDFDocument.create({ updateMetadata: false });
  let pages = 0;
  for (const [index, bytes] of files.entries()) {
    const document = await open(bytes, index);
    if ('fault' in document) return document;
    pages += document.getPageCount();
    if (pages > pagesMax) return { fault: { index, code: 'TOO_MANY_PAGES' } };
    if (files.length === 1) return { bytes };
    try {
      for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page);
    } catch {
      return { fault: { index, code: 'NOT_A_PDF' } };
    }
  }
  return { bytes: await merged.save() };
};
