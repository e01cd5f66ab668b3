import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';

export type Person = { id: string; email: string; firstName: string; lastName: string };

/** An account that has signed up; one that is there already stays as it is. */
export const addAccount = (database: Database, { id, email, firstName, lastName }: Person): Promise<void> =>
  database.system(async (statements) => {
    await sql`
      insert into account (id, email, first_name, last_name) values (${id}, ${email}, ${firstName}, ${lastName})
      on conflict do nothing
    `.execute(statements);
  });
