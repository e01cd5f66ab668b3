import { checkFolder } from './exchanges/check-recording.ts';

// Checks a recording made by hand: SIMULATOR_RECORD=<folder> npm start, then `node tools/check-exchanges.ts <folder>`.

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('node tools/check-exchanges.ts <folder>: the folder that SIMULATOR_RECORD named');
  process.exitCode = 2;
} else process.exitCode = (await checkFolder(folder)) ? 0 : 1;
