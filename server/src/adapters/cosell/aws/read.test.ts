import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readInvitation } from './read.ts';

it('an offered lead shows its customer and what it is about', () => {
  const LeadInvitation = {
    Customer: { CompanyName: 'Globex', CountryCode: 'US', AwsMaturity: 'Exploring' },
    Interaction: { ContactBusinessTitle: 'CTO', Usecase: 'Migration of a warehouse' },
  };
  const { document, partnerDocument, standing } = readInvitation({
    Id: 'engi-0123456789abc',
    Status: 'PENDING',
    InvitationDate: '2027-01-02T03:04:05Z',
    PayloadType: 'LeadInvitation',
    EngagementTitle: 'Warehouse of Globex',
    Payload: { LeadInvitation },
  });
  assert.equal(standing, 'PENDING_ACCEPTANCE');
  assert.deepEqual(document, {
    Customer: { Account: { CompanyName: 'Globex', Address: { CountryCode: 'US' } } },
    Project: { Title: 'Warehouse of Globex', CustomerBusinessProblem: 'Migration of a warehouse' },
  });
  assert.deepEqual(partnerDocument, { LeadInvitation });
});
