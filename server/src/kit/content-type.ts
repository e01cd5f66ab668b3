import { isUtf8 } from 'node:buffer';

/** What a file is, and by which first bytes it is recognized. */
type Kind = { contentType: string; extension: string; starts: readonly Buffer[] };

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const office = 'application/vnd.openxmlformats-officedocument';

/**
 * The kinds of files that are accepted: documents and pictures. None of them is run by a browser, and all are sent as
 * downloads. Office documents are ZIP archives; their name says which kind they are.
 */
const kinds: readonly Kind[] = [
  { contentType: 'application/pdf', extension: 'pdf', starts: [Buffer.from('%PDF-')] },
  {
    contentType: 'image/png',
    extension: 'png',
    starts: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  },
  { contentType: 'image/jpeg', extension: 'jpg', starts: [Buffer.from([0xff, 0xd8, 0xff])] },
  { contentType: 'image/gif', extension: 'gif', starts: [Buffer.from('GIF87a'), Buffer.from('GIF89a')] },
  { contentType: `${office}.wordprocessingml.document`, extension: 'docx', starts: [zip] },
  { contentType: `${office}.presentationml.presentation`, extension: 'pptx', starts: [zip] },
  { contentType: `${office}.spreadsheetml.sheet`, extension: 'xlsx', starts: [zip] },
  { contentType: 'application/zip', extension: 'zip', starts: [zip] },
];

export const acceptedExtensions = kinds.map(({ extension }) => extension);

/** The media type of a file, by its content and, among archives, its name; undefined if it is of no accepted kind. */
export const contentTypeOf = (name: string, bytes: Buffer): string | undefined => {
  const [, written = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  const extension = written.toLowerCase() === 'jpeg' ? 'jpg' : written.toLowerCase();
  return kinds.find(
    (kind) =>
      kind.extension === extension && kind.starts.some((start) => bytes.subarray(0, start.length).equals(start)),
  )?.contentType;
};

const extensionsOfArchives: readonly string[] = kinds
  .filter(({ starts }) => starts.includes(zip))
  .map(({ extension }) => extension);

/**
 * The media type of any file, detected from its content; the type claimed by the sender is ignored. Text is `text/plain` in any language,
 * so that no browser treats it as a page or a program.
 */
export const typeOfAnyFile = (name: string, bytes: Buffer): string => {
  const known = contentTypeOf(name, bytes);
  if (known !== undefined) return known;
  const kind = kinds.find(({ starts }) => starts.some((start) => bytes.subarray(0, start.length).equals(start)));
  if (kind) return extensionsOfArchives.includes(kind.extension) ? 'application/zip' : kind.contentType;
  return isUtf8(bytes) && !bytes.includes(0) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
};
