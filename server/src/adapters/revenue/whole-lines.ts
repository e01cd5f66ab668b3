import { isUtf8 } from 'node:buffer';
import { feedFault } from './feed-fault.ts';

/** More than any line of a feed has; the longest column is a text of some hundred characters. */
export const lineBytesMax = 256 * 1024;
const lineFeed = 0x0a;

const tooLong = `is longer than ${lineBytesMax} bytes`;

/** The line of a text that is not UTF-8, counted from its first line. */
const badLineOf = (bytes: Buffer): number => {
  let [line, at] = [0, 0];
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, at)) {
    if (!isUtf8(bytes.subarray(at, end))) return line;
    at = end + 1;
    line += 1;
  }
  return line;
};

const countLines = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
};

/**
 * The text of a file in pieces of whole lines, in memory for a piece and a line. Every line ends with a line feed: a file
 * that ends otherwise was cut. That the last line of a file ends so, too, is not confirmed, of AWS (where each day's rows
 * are appended) as of Google.
 */
export const wholeLines = async function* (bytes: AsyncIterable<Uint8Array>, part: string): AsyncGenerator<string> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let line = 1;
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = buffer.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      const whole = Buffer.concat([...waiting, buffer.subarray(0, end)]);
      if (!isUtf8(whole)) {
        throw feedFault({ code: 'NOT_UTF8', message: 'is not UTF-8', part, line: line + badLineOf(whole) });
      }
      line += countLines(whole);
      yield whole.toString('utf8');
      [waiting, waitingBytes] = [[], 0];
    }
    const rest = buffer.subarray(end);
    waiting.push(rest);
    waitingBytes += rest.length;
    if (waitingBytes > lineBytesMax) throw feedFault({ code: 'LINE_TOO_LONG', message: tooLong, part, line });
  }
  if (waitingBytes > 0) {
    throw feedFault({ code: 'TRUNCATED', message: 'the file ends within this line', part, line });
  }
};
