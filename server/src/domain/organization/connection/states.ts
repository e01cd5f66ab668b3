import { factsOf } from '../../../kit/transitions.ts';

export const connectionStatuses = ['CONNECTED', 'ERROR'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Its status is derived from its calls (`health.ts`). */
export const connectionIs = factsOf<ConnectionStatus, 'working'>({ CONNECTED: ['working'], ERROR: [] });
