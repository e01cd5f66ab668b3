import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What was compiled is kept from start to start, which takes half of the time until the first request. Where the folder cannot
// be written it is compiled anew.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./service.ts');
