import type { FastifyInstance } from 'fastify';

/** A body being received, with a function that aborts it if it is too slow. */
export type Upload = { startedAt: number; bytes: number; cut: () => void };

export type Uploads = {
  /** Watches a body until it is `done`. */
  begin(cut: () => void): Upload;
  done(upload: Upload): void;
  /** Stops its clock while the sender must wait for us. Returns a function that restarts it. */
  pause(upload: Upload): () => void;
  /** Aborts uploads that are too slow; called every second. */
  sweep(): void;
};

/** After this grace period, the average rate must reach the minimum, counted from its end. */
const graceMs = 10_000;
const bytesPerSecond = 32 * 1024;

/**
 * Bodies must arrive at a minimum rate: a client that sends a byte now and then would hold memory and budget that
 * others need. `nowMs` is monotonic wall time.
 */
export const createUploads = (nowMs: () => number): Uploads => {
  const inProgress = new Set<Upload>();
  return {
    begin: (cut) => {
      const upload = { startedAt: nowMs(), bytes: 0, cut };
      inProgress.add(upload);
      return upload;
    },
    done: (upload) => void inProgress.delete(upload),
    pause: (upload) => {
      const pausedAt = nowMs();
      inProgress.delete(upload);
      return () => {
        upload.startedAt += nowMs() - pausedAt;
        inProgress.add(upload);
      };
    },
    sweep: () => {
      const now = nowMs();
      for (const upload of inProgress) {
        const late = now - upload.startedAt - graceMs;
        if (late >= 0 && upload.bytes < (late / 1000) * bytesPerSecond + 1) upload.cut();
      }
    },
  };
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The bodies being received. */
    uploads: Uploads;
  }
}

const sweepEveryMs = 1000;

/** The uploads of a server, watched for the server's lifetime. */
export const uploadsOf = (server: FastifyInstance): Uploads => {
  if (server.hasDecorator('uploads')) return server.uploads;
  const uploads = createUploads(() => performance.now());
  const sweeping = setInterval(uploads.sweep, sweepEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(sweeping));
  server.decorate('uploads', uploads);
  return uploads;
};
