/** How a file is offered for download. */
export type FileLink = {
  /** Shown by browsers as the name of the download. */
  name: string;
  contentType: string;
  /** How long it can be fetched: half an hour by default, at most 7 days. */
  seconds?: number;
};

/**
 * Where files are stored. A key is one name without slashes and begins with the id of its organization (`fileKey`); the
 * holder of a link can fetch the file until the link expires, by wall time. Throws a PartnerError if the storage does
 * not answer.
 */
export type FileStorage = {
  /** Stores the whole file, replacing an existing one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Undefined: there is none. */
  get(key: string): Promise<Buffer | undefined>;
  has(key: string): Promise<boolean>;
  /** Does nothing if there is none. */
  remove(key: string): Promise<void>;
  presignGet(key: string, link: FileLink): Promise<string>;
};

const linkSeconds = 30 * 60;
/** S3 signs no longer ones; for documents that a marketplace fetches while it reviews an offer. */
export const linkSecondsMax = 7 * 24 * 3600;

const keyPattern = /^org_[0-9a-z]{26}\.[a-z][a-z0-9-]{0,19}\.[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,8})?$/;

export const isFileKey = (text: string): boolean => keyPattern.test(text);

/** `orgId` as clients see it; `kind` says what the file is; `name` is unique within its kind: `org_….eula.….pdf`. */
export const fileKey = (orgId: string, kind: string, name: string, extension: string): string => {
  const key = `${orgId}.${kind}.${name}.${extension}`;
  if (!isFileKey(key)) throw new Error(`${key} cannot be the key of a file`);
  return key;
};

/** The lifetime of a link in seconds, checked: one that is too long is an error of ours. */
export const secondsOf = ({ seconds = linkSeconds }: FileLink): number => {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > linkSecondsMax)
    throw new Error(`a link cannot live ${seconds} s`);
  return seconds;
};

/** RFC 6266: an ASCII name for old browsers, and the exact one. */
export const attachmentHeader = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};
