import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiDocument } from './api-document.ts';

/** While developing, the page comes from Vite and everything else from the service that runs beside it. */
const service = process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT || '8080'}`;
const passOn = { target: service, headers: { origin: service } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [
    react(),
    apiDocument(join(import.meta.dirname, '../golden/openapi.json'), join(import.meta.dirname, '../docs/connecting')),
  ],
  server: { proxy: { '/org': passOn, '/people': passOn, '/public': passOn, '/docs': passOn, '/openapi.json': passOn } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Pages load nothing from the text of other files: the security policy forbids it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // One file, and not twenty, for what the first page needs: each is a request.
        codeSplitting: { groups: [{ name: 'main', test: /console\/src\/main\.tsx$/ }] },
      },
    },
  },
});
