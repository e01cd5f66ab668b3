import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuditText } from '../db/audit-chain.ts';

/** The hash that precedes the first row of every chain. */
export const chainStart = Buffer.alloc(32);

export type Place = { orgId: string; sequence: number; previousHash: Buffer };

/**
 * The seal of an audit row: SHA-256 over the previous row's hash and the row itself as canonical JSON (RFC 8785). Times
 * are UTC with microseconds. Documents are the database's own text of them, so that numbers keep every digit.
 */
export const hashOfRow = ({ orgId, sequence, previousHash }: Place, row: AuditText): Buffer => {
  const text = `${canonicalize({
    org_id: orgId,
    sequence,
    id: row.id,
    creation_time: row.creation_time,
    wall_time: row.wall_time,
    actor: row.actor,
    action: row.action,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    request_id: row.request_id,
    source_ip: row.source_ip,
    changes: row.changes,
  })}`;
  return createHash('sha256').update(previousHash).update(text).digest();
};
