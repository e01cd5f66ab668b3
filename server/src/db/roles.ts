import type pg from 'pg';

/** The database roles of the service. None of them can log in; the user of DATABASE_URL switches to them. */
export const roles = ['mos_read', 'mos_write', 'mos_system'] as const;

type UserGrants = { name: string; version: number; lacking: string[]; unusable: string[]; may_create: boolean };

/**
 * The user's relation to the roles. The user must inherit them, because row-level security shows the owner of the
 * tables what its roles may see (`pg_dump` and the functions of our migrations read this way), and must be able to
 * switch to them. From PostgreSQL 16 on these are two separate grants, and the creator of a role gets neither.
 */
const readUserGrants = async (admin: pg.Pool): Promise<UserGrants> => {
  const version = await admin.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const switches = (version.rows[0]?.version ?? 0) >= 160_000 ? 'set' : 'member';
  const { rows } = await admin.query<UserGrants>(
    `select current_user as name, current_setting('server_version_num')::int as version,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create,
        array(select wanted from unnest($1::text[]) as w (wanted)
          where not exists (select from pg_roles where rolname = wanted)) as lacking,
        array(select rolname::text from pg_roles where rolname = any($1)
          and not (pg_has_role(current_user, oid, 'usage') and pg_has_role(current_user, oid, $2))) as unusable`,
    [roles, switches],
  );
  return rows[0] as UserGrants;
};

const grantOf = (names: readonly string[], { name, version }: UserGrants): string =>
  `grant ${names.join(', ')} to "${name.replaceAll('"', '""')}"${version >= 160_000 ? ' with inherit true, set true' : ''}`;

const refused = '42501';

/**
 * Creates missing roles and grants them to the user, as far as the user's rights allow. Otherwise throws a one-line
 * error with the statements for an administrator. Databases of one cluster share the roles.
 */
export const ensureRoles = async (admin: pg.Pool): Promise<void> => {
  const before = await readUserGrants(admin);
  const statements = before.lacking.map((role) => `create role ${role} nologin nobypassrls`);
  const wanted = [...before.lacking, ...before.unusable];
  if (wanted.length === 0) return;
  statements.push(grantOf(wanted, before));
  try {
    for (const statement of statements) await admin.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== refused) throw error;
    throw new Error(
      `The user "${before.name}" of DATABASE_URL may not create the roles of this service. Give it CREATEROLE, or let an ` +
        `administrator run once: ${statements.join('; ')};`,
    );
  }
  await requireRoles(admin);
};

/** For processes that do not migrate: throws a one-line error unless the user can act as all the roles. */
export const requireRoles = async (admin: pg.Pool): Promise<void> => {
  const user = await readUserGrants(admin);
  const wanted = [...user.lacking, ...user.unusable];
  if (wanted.length === 0) return;
  throw new Error(
    `The user "${user.name}" of DATABASE_URL lacks roles of this service. Let an administrator run: ${grantOf(wanted, user)};`,
  );
};
