import type pg from 'pg';

/** Writes already delivered events of an organization, each about as large as a contact's. The client must be a superuser. */
export const seedEvents = async (client: pg.Client, orgUuid: string, count: number): Promise<void> => {
  await client.query(
    `with turn as (
       insert into event_place (org_id, last_sequence) values ($1, $2::int)
       on conflict (org_id) do update set last_sequence = event_place.last_sequence + $2::int returning last_sequence - $2::int as base)
     insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time, delivered_time, sequence)
     select $1, 'contact', 'contact_' || lpad(n::text, 26, '0'), 1, 0, gen_random_uuid(), 'contact.created',
       jsonb_build_object('id', 'contact_' || lpad(n::text, 26, '0'), 'name', 'Person ' || n, 'emailAddress', 'p' || n || '@example.com',
         'companyName', repeat('Initech ', 20), 'creationTime', now()),
       '{"type":"user","id":"user_1","name":"Bench"}', now(), now(), t.base + n
     from turn t, generate_series(1, $2::int) as n`,
    [orgUuid, count],
  );
  await client.query('analyze outbox');
};
