import { controlError } from '../../kit/control.ts';
import type { GcpReader, GcpTables } from '../state.ts';

type Names = { sellers: string; services: string; privateOffers: string; entitlements: string; accounts: string };

const names: Names = {
  sellers: 'account',
  services: 'product',
  privateOffers: 'offer',
  entitlements: 'order',
  accounts: 'buyer account',
};

/** A row that must exist. */
export const findRow = <K extends keyof Names>(reader: GcpReader, table: K, id = ''): GcpTables[K] => {
  const row = reader.get(table, id);
  if (!row) throw controlError(404, `there is no ${names[table]} ${id}`);
  return row;
};
