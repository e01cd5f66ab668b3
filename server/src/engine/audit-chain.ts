import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuditText } from '../db/audit-chain.ts';

/** What stands before the first row of every chain. */
export const chainStart = Buffer.alloc(32);

export type Place = { orgId: string; sequence: number; previousHash: Buffer };

/**
 * The seal of an audit row: SHA-256 over the hash of the row before it and the row itself as canonical JSON (RFC 8785). Times
 * are UTC with six digits of a second, documents are the text that the database gives for them, so that no digit of a
 * number is lost.
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
