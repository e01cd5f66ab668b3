import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';

export type Person = { id: string; email: string; firstName: string; lastName: string };

/** An account that has signed up; an existing one is left unchanged. */
export const addAccount = (database: Database, { id, email, firstName, lastName }: Person): Promise<void> =>
  database.system(async (statements) => {
    await sql`
      insert into account (id, email, first_name, last_name) values (${id}, ${email}, ${firstName}, ${lastName})
      on conflict do nothing
    `.execute(statements);
  });

/** Backdates the open invitations of an organization by an hour, so that another link may be sent. */
export const anHourAgo = (database: Database, orgId: string): Promise<void> =>
  database.system(async (statements) => {
    await sql`
      update membership set invitation_expire_time = invitation_expire_time - interval '1 hour'
      where org_id = ${orgId} and invitation_expire_time is not null
    `.execute(statements);
  });
