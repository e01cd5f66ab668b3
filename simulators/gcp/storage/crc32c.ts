const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

/** The CRC32C (Castagnoli) of a content as Cloud Storage shows it: base64 of its four bytes, the highest first. */
export const crc32c = (content: Buffer): string => {
  let value = 0xffffffff;
  for (const byte of content) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((value ^ 0xffffffff) >>> 0);
  return bytes.toString('base64');
};
