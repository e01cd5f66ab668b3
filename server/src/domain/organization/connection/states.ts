import { factsOf } from '../../../kit/transitions.ts';

export type ConnectionStatus = 'CONNECTED' | 'ERROR';

/** Its status follows from its calls (`health.ts`). */
export const connectionIs = factsOf<ConnectionStatus, 'working'>({ CONNECTED: ['working'], ERROR: [] });
