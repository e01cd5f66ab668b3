import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBundle } from './bundle.ts';

// Compiled code is cached between starts, which halves the time to the first request. If the folder is not writable,
// the code is compiled each time.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
const bundle = findBundle();
await import(bundle === undefined ? './service.ts' : pathToFileURL(join(bundle, 'service.mjs')).href);
