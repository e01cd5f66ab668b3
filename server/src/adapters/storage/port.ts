/** How a file is offered for download. */
export type FileLink = {
  /** Shown by browsers as the name of the download. */
  name: string;
  contentType: string;
  /** For how long it can be fetched: half an hour unless said otherwise, at most 7 days. */
  seconds?: number;
};

/**
 * Where files lie. A key is one name without slashes and begins with the id of its organization (`fileKey`); whoever holds
 * a link can fetch the file until it runs out, by wall time. Throws a PartnerError when the storage does not answer.
 */
export type FileStorage = {
  /** Puts the whole file there, in the place of the one before. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Undefined: there is none. */
  get(key: string): Promise<Buffer | undefined>;
  has(key: string): Promise<boolean>;
  presignGet(key: string, link: FileLink): Promise<string>;
};

const linkSeconds = 30 * 60;
/** No longer ones can be signed for S3; for documents that a marketplace fetches while it reviews an offer. */
export const linkSecondsMax = 7 * 24 * 3600;

const keyPattern = /^org_[0-9a-z]{26}\.[a-z][a-z0-9-]{0,19}\.[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,8})?$/;

export const isFileKey = (text: string): boolean => keyPattern.test(text);

/** `orgId` as clients see it; `kind` says what the file is; `name` is unique among those: `org_….eula.….pdf`. */
export const fileKey = (orgId: string, kind: string, name: string, extension: string): string => {
  const key = `${orgId}.${kind}.${name}.${extension}`;
  if (!isFileKey(key)) throw new Error(`${key} cannot be the key of a file`);
  return key;
};

/** Seconds of a link, checked: a link that should live too long is a fault of ours. */
export const secondsOf = ({ seconds = linkSeconds }: FileLink): number => {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > linkSecondsMax)
    throw new Error(`a link cannot live ${seconds} s`);
  return seconds;
};

/** RFC 6266: the plain name for old browsers, the exact one beside it. */
export const attachmentHeader = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};
