import { listOf, matching, object, oneOf, type Shape, whole } from './shape.ts';

/**
 * The requests of the Account service that are simulated, with the constraints of its model (partnercentral-account,
 * 2025-04-04). A check of the exchanges holds this table to the published model.
 */

const catalog = matching('[a-zA-Z0-9-]+', 1, 64);
const nextToken = matching('[\\S]+', 1, 2048);
const participants = listOf(matching('[a-zA-Z0-9-]+', 1, 100), 0, 100);
const connectionTypes = ['OPPORTUNITY_COLLABORATION', 'SUBSIDIARY'];

/** The request of each simulated operation. */
export const accountRequests = {
  ListConnections: object(
    { Catalog: catalog },
    {
      NextToken: nextToken,
      ConnectionType: matching('[a-zA-Z_-]+(:[a-zA-Z]+)?', 1, 200),
      MaxResults: whole(1, 100),
      OtherParticipantIdentifiers: participants,
    },
  ),
  GetConnection: object({ Catalog: catalog, Identifier: matching('pac-[A-Za-z0-9]{13}') }),
  ListConnectionInvitations: object(
    { Catalog: catalog },
    {
      NextToken: nextToken,
      ConnectionType: oneOf(connectionTypes),
      MaxResults: whole(1, 100),
      OtherParticipantIdentifiers: participants,
      ParticipantType: oneOf(['SENDER', 'RECEIVER']),
      Status: oneOf(['PENDING', 'ACCEPTED', 'REJECTED', 'CANCELED', 'EXPIRED']),
    },
  ),
  GetConnectionInvitation: object({ Catalog: catalog, Identifier: matching('pacinv-[A-Za-z0-9]{13}') }),
  GetPartner: object({
    Catalog: catalog,
    Identifier: matching(
      '(partner-[A-Za-z0-9]{13}|arn:[a-z-]+:partnercentral:[a-z0-9-]+:[0-9]{12}:catalog/[A-Za-z-_]+/partner/partner-[A-Za-z0-9]{13})',
      1,
      200,
    ),
  }),
  ListPartners: object({ Catalog: catalog }, { NextToken: nextToken }),
} satisfies Record<string, Shape>;
