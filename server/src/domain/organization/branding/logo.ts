const bytesMax = 64 * 1024;
const sideMax = 2000;
/** The maximum length of a logo's text: its bytes in base64, and the prefix. */
export const logoTextMax = Math.ceil(bytesMax / 3) * 4 + 40;

type Size = { width: number; height: number };

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The size in pixels that the header of a PNG names. */
const pngSize = (bytes: Buffer): Size | null =>
  bytes.length >= 33 && bytes.subarray(0, 8).equals(pngSignature) && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** Markers that begin a frame of a JPEG, which names its size (T.81, table B.1). */
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Markers that no length follows (T.81, table B.1), and the scan, which comes after the frame. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xda);

/** The size that the first frame names. What decoders skip without reading a length is refused, as a frame could hide behind it. */
const jpegSize = (bytes: Buffer): Size | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // Bytes of 0xff may fill the place before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (standsAlone(marker)) return null;
    if (beginsFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

const sizeOf = { png: pngSize, jpeg: jpegSize } as const;

/** Why a text is not a valid logo; null if it is. The header of the image must match the type in the text, and contain a size. */
export const logoFault = (text: string): string | null => {
  const [, type, content = ''] = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (type === undefined)
    return 'must be a PNG or JPEG image as data:image/png;base64,… or data:image/jpeg;base64,…; export other images, such as SVG, as PNG';
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > bytesMax)
    return `is ${Math.ceil(bytes.length / 1024)} KiB; at most ${bytesMax / 1024} KiB are allowed: save it smaller`;
  const size = sizeOf[type as keyof typeof sizeOf](bytes);
  if (size === null) return `claims to be image/${type}, but its content is not: send the image with its actual type`;
  const { width, height } = size;
  if (Math.min(width, height) < 1 || Math.max(width, height) > sideMax)
    return `is ${width} × ${height} pixels; at most ${sideMax} on each side are allowed: save it smaller`;
  return null;
};
