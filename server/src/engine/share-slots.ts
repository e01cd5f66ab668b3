/**
 * Runs of one organization that wait in a lane. `urgency`: the lowest goes first. `running`: how many of them this process
 * already runs.
 */
export type Flow = { key: string; urgency: number; waiting: number; running: number };

/**
 * Distributes free slots: how many runs of each flow may start. The most urgent flow goes first; of equally urgent ones
 * the one that runs least, then the first. A flow takes a slot only while more slots are free than it already holds: alone
 * it takes half of them, and however many runs it has, one that comes later finds room.
 */
export const shareSlots = (flows: readonly Flow[], free: number): Map<string, number> => {
  const given = new Map<string, number>();
  let left = free;
  const mayTake = (flow: Flow): boolean => {
    const more = given.get(flow.key) ?? 0;
    return more < flow.waiting && flow.running + more < left;
  };
  const held = ({ key, running }: Flow): number => running + (given.get(key) ?? 0);
  let open = flows.filter(mayTake);
  while (open.length > 0) {
    const urgency = open.reduce((least, flow) => Math.min(least, flow.urgency), Number.POSITIVE_INFINITY);
    const urgent = open.filter((flow) => flow.urgency === urgency);
    const least = urgent.reduce((low, flow) => Math.min(low, held(flow)), Number.POSITIVE_INFINITY);
    for (const flow of urgent) {
      if (held(flow) > least || !mayTake(flow)) continue;
      given.set(flow.key, (given.get(flow.key) ?? 0) + 1);
      left -= 1;
    }
    open = open.filter(mayTake);
  }
  return given;
};
