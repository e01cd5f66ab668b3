/** How a connected account at a partner is reached. Never stored and never logged. */
export type IntegrationAccess = {
  partner: string;
  service: string;
  accountId: string;
  /** Where the partner's API is; undefined: the real one. */
  endpoint: string | undefined;
  region: string;
  credentials: Record<string, string>;
};

/** What a partner said to a harmless call with these credentials. `accountId`: whose they are, where it tells. */
export type Verification =
  | { ok: true; accountId: string | null; detail: string }
  | { ok: false; code: string; message: string; partnerMessage: string | null };

/** Makes one real, harmless call at a partner. May throw; what it throws is told as UNREACHABLE. */
export type Verifier = (access: IntegrationAccess, signal: AbortSignal) => Promise<Verification>;

/** Where live questions to partners are asked. */
export type PartnerDesk = {
  /** Never throws for what the partner does. */
  verify(access: IntegrationAccess, signal: AbortSignal): Promise<Verification>;
};

/** Verifiers by `PARTNER/SERVICE`. */
export const createPartnerDesk = (verifiers: Readonly<Record<string, Verifier>>): PartnerDesk => ({
  verify: async (access, signal) => {
    const verifier = verifiers[`${access.partner}/${access.service}`];
    if (!verifier) {
      const message = `${access.service} of ${access.partner} cannot be verified here.`;
      return { ok: false, code: 'NOT_SUPPORTED', message, partnerMessage: null };
    }
    try {
      return await verifier(access, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = signal.aborted ? 'The partner did not answer in time.' : 'The partner could not be reached.';
      return { ok: false, code: signal.aborted ? 'TIMEOUT' : 'UNREACHABLE', message, partnerMessage: reason };
    }
  },
});
