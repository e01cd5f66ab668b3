/**
 * The floor: a bare Fastify and `pg` server with the service's SQL and nothing else: no authentication, no validation,
 * no fence, no idempotency. The difference to the service is the cost of its promises.
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type pg from 'pg';
import { addReferralFloor } from './floor-referral.ts';
import { addRevenueFloor } from './floor-revenue.ts';

const offerColumns = `offer.id, offer.partner, offer.service, offer.partner_id, offer.external_id, offer.name, offer.offer_type,
  offer.status, offer.status_before, offer.sub_status, offer.product_id, offer.buyer_id, offer.expire_time, offer.end_time,
  offer.info, offer.meta_info, offer.partner_version, offer.created_by, offer.last_updated_by, offer.creation_time,
  offer.last_update_time, offer.version, array(select l.contact_id from offer_contact l
    where l.org_id = offer.org_id and l.offer_id = offer.id order by l.contact_id) as contact_ids`;

const readOne = `select ${offerColumns} from offer where offer.org_id = $1 and offer.id = $2`;

const queryPage = `select ${offerColumns},
  (select count(*)::int from (select 1 from offer where offer.org_id = $1 and offer.status = $2 limit 100001) counted) as total
  from offer where offer.org_id = $1 and offer.status = $2 order by offer.creation_time desc, offer.id desc limit 26`;

const insertContact = `insert into contact (org_id, id, email_address, name, company_contact_id, info, tags, creation_time, last_update_time, version)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (org_id, email_key) do nothing`;

const insertTrail = `with w0 as (insert into audit_event (org_id, id, creation_time, actor, action, entity_type, entity_id, request_id, source_ip, changes)
    values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10::jsonb)),
  w1 as (insert into audit_unsealed (org_id, event_id) values ($1, $2))
  insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time)
  select $1::uuid, e.entity_type, e.entity_id, e.version, e.position, e.id, e.name, e.payload::jsonb, $4::jsonb, $3::timestamptz
  from unnest($11::text[], $12::text[], $13::bigint[], $14::int[], $15::uuid[], $16::text[], $17::text[])
    as e (entity_type, entity_id, version, position, id, name, payload)`;

const insertGroups = `with ids as (
    insert into usage_record_group_id (org_id, id, creation_month)
    select $1, u.id, $2 from unnest($3::text[]) as u (id) on conflict do nothing returning id)
  insert into usage_record_group (org_id, creation_month, id, entitlement_id, partner, status, records, meta_info, usage_time, creation_time, last_update_time)
  select $1, $2, u.id, $4, 'AWS', 'CREATED', u.records::jsonb, '{}', $5, $5, $5
  from unnest($3::text[], $6::text[]) as u (id, records) join ids on ids.id = u.id`;

const insertItems = `insert into usage_record_item (org_id, creation_month, group_id, dimension, entitlement_id, term_id, hour, quantity, state)
  select $1, $2, u.group_id, u.dimension, $3, $3, $4, u.quantity, 'CREATED'
  from unnest($5::text[], $6::text[], $7::numeric[]) as u (group_id, dimension, quantity)`;

type Group = { id: string; records: Record<string, number> };

/** Serves on a free port and returns it. */
export const startFloor = async (pool: pg.Pool, orgUuid: string, entitlementUuid: string): Promise<number> => {
  const server = Fastify({ bodyLimit: 5 * 1024 * 1024 });
  const actor = JSON.stringify({ type: 'app', id: 'app', name: 'bench' });

  server.get('/offer/:id', async (request) => {
    const { id } = request.params as { id: string };
    const { rows } = await pool.query({ name: 'read', text: readOne, values: [orgUuid, id] });
    return rows[0];
  });

  server.get('/query', async (request) => {
    const { status } = request.query as { status: string };
    const { rows } = await pool.query({ name: 'query', text: queryPage, values: [orgUuid, status] });
    return { data: rows.slice(0, 25), page_number: 1, page_size: 25, total_count: rows[0]?.total ?? 0 };
  });

  server.post('/contact', async (request) => {
    const body = request.body as { emailAddress: string; name: string };
    const id = randomUUID();
    const now = new Date();
    const view = { id, ...body, creationTime: now };
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'contact',
        text: insertContact,
        values: [orgUuid, id, body.emailAddress, body.name, null, '{}', [], now, now, 1],
      });
      const changes = JSON.stringify([{ path: 'emailAddress', after: body.emailAddress }]);
      await client.query({
        name: 'trail',
        text: insertTrail,
        values: [
          orgUuid,
          randomUUID(),
          now,
          actor,
          'createContact',
          'contact',
          id,
          id,
          '127.0.0.1',
          changes,
          ['contact'],
          [id],
          [1],
          [0],
          [randomUUID()],
          ['contact.created'],
          [JSON.stringify(view)],
        ],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
    return view;
  });

  server.post('/batch', async (request) => {
    const groups = request.body as Group[];
    const now = new Date();
    const month = `${now.toISOString().slice(0, 7)}-01`;
    const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
    const items = groups.flatMap((group) =>
      Object.entries(group.records).map(([dimension, quantity]) => ({ id: group.id, dimension, quantity })),
    );
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'groups',
        text: insertGroups,
        values: [
          orgUuid,
          month,
          groups.map((group) => group.id),
          entitlementUuid,
          now,
          groups.map((group) => JSON.stringify(group.records)),
        ],
      });
      await client.query({
        name: 'items',
        text: insertItems,
        values: [
          orgUuid,
          month,
          entitlementUuid,
          hour,
          items.map((item) => item.id),
          items.map((item) => item.dimension),
          items.map((item) => item.quantity),
        ],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
    return groups.map((group) => ({ ...group, status: 'CREATED', creationTime: now }));
  });

  addRevenueFloor(server, pool, orgUuid);
  addReferralFloor(server, pool, orgUuid);

  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
