import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';

interface AccountNetworkTable {
  account_id: string;
  network_hash: string;
  sign_in_time: Date;
}

declare module '../db/tables.ts' {
  interface Tables {
    account_network: AccountNetworkTable;
  }
}

const networksMax = 50;

/** Records the network from which a person signed in; the least recently used ones are removed. */
export const noteNetwork = async (system: Statements, accountId: string, networkHash: string): Promise<void> => {
  await sql`
    insert into account_network (account_id, network_hash) values (${accountId}, ${networkHash})
    on conflict (account_id, network_hash) do update set sign_in_time = now()
  `.execute(system);
  await sql`
    delete from account_network where account_id = ${accountId} and network_hash in (
      select network_hash from account_network where account_id = ${accountId}
      order by sign_in_time desc, network_hash offset ${networksMax})
  `.execute(system);
};

/** Whether the person signed in from this network in the last thirty days, the maximum life of a session. */
export const isKnownNetwork = async (
  system: Statements,
  email: string,
  networkHashes: readonly string[],
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from account_network n join account a on a.id = n.account_id
    where a.email = ${email} and n.network_hash = any(${networkHashes}::text[])
      and n.sign_in_time > now() - interval '30 days'
  `.execute(system);
  return rows.length > 0;
};
