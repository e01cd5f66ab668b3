/** A file that arrived in a form: the name that its sender gave it, and its bytes. */
export type FormFile = { readonly name: string; readonly bytes: Buffer };

/** A form with one file. */
export type FileForm = { readonly file: FormFile };

/** A file to be sent as a download. */
export type StoredFile = { readonly name: string; readonly contentType: string; readonly bytes: Buffer };

export const isFormFile = (value: unknown): value is FormFile =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);

export const isFileForm = (value: unknown): value is FileForm =>
  typeof value === 'object' && value !== null && 'file' in value && isFormFile(value.file);
