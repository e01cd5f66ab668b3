import type { Connection } from './credentials.ts';
import type { Narrator } from './narrate.ts';
import { createStrictReader, type Read } from './strict-reader.ts';

const faultsShown = 20;

/** Lists link to their next page; a read by POST takes an empty filter. */
const readAs =
  ({ api }: Connection): Read =>
  async (method, path) => {
    const options = method === 'post' ? { body: {} } : {};
    const { status, body, headers } = await api.callOutside(method.toUpperCase(), path, options);
    return { status, body, link: headers.get('link') };
  };

/**
 * Reads every list of each organization, and everything that the lists refer to, as a client generated from the served
 * document would, with formats and enums checked. Returns the mismatches, each once.
 */
export const readStrictly = async (organizations: readonly Connection[], { say }: Narrator): Promise<string[]> => {
  const findings: string[] = [];
  for (const connection of organizations) {
    const document = await connection.api.readOutside<Record<string, unknown>>('/openapi.json');
    const reader = createStrictReader(document);
    const { answers, faults } = await reader.readEverything(connection.organizationId, readAs(connection));
    const count = Object.values(answers).reduce((sum, number) => sum + number, 0);
    say(
      `${connection.name}: ${count} answers of ${Object.keys(answers).length} operations, ${faults.length} do not fit`,
    );
    for (const fault of faults.slice(0, faultsShown)) say(`WRONG: ${fault}`);
    findings.push(...faults);
  }
  return findings;
};
