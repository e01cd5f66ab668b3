import type { FastifyInstance } from 'fastify';

/** A body on its way in, with what is done when it comes too slowly. */
export type Upload = { readonly startedAt: number; bytes: number; cut: () => void };

export type Uploads = {
  /** Watches a body until it is `done`. */
  begin(cut: () => void): Upload;
  done(upload: Upload): void;
  /** Cuts those that are too slow; called every second. */
  sweep(): void;
};

/** From the tenth second on, each second must have brought its share, counted from then. */
const graceMs = 10_000;
const bytesPerSecond = 32 * 1024;

/**
 * Bodies must come at a minimum rate: whoever sends a byte now and then holds memory and a share of the budget that others
 * need. `nowMs` is monotonic wall time.
 */
export const createUploads = (nowMs: () => number): Uploads => {
  const underWay = new Set<Upload>();
  return {
    begin: (cut) => {
      const upload = { startedAt: nowMs(), bytes: 0, cut };
      underWay.add(upload);
      return upload;
    },
    done: (upload) => void underWay.delete(upload),
    sweep: () => {
      const now = nowMs();
      for (const upload of underWay) {
        const late = now - upload.startedAt - graceMs;
        if (late >= 0 && upload.bytes < (late / 1000) * bytesPerSecond + 1) upload.cut();
      }
    },
  };
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The bodies on their way in. */
    uploads: Uploads;
  }
}

const sweepEveryMs = 1000;

/** The uploads of a server, watched as long as it lives. */
export const uploadsOf = (server: FastifyInstance): Uploads => {
  if (server.hasDecorator('uploads')) return server.uploads;
  const uploads = createUploads(() => performance.now());
  const sweeping = setInterval(uploads.sweep, sweepEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(sweeping));
  server.decorate('uploads', uploads);
  return uploads;
};
