import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is cached between starts, which halves the time to the first request. If the folder is not writable,
// the code is compiled each time.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./service.ts');
