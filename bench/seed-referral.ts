import type pg from 'pg';

/** The first day of the seeded referrals, and the last one, `YYYY-MM-DD`. */
export const referralDays = (now: Date): { first: string; last: string } => {
  const day = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  return { first: day(364), last: day(0) };
};

/** About 1.5 kB of JSON, the size of an opportunity of AWS. */
const referralDocument = JSON.stringify({
  OpportunityType: 'Net New Business',
  PrimaryNeedsFromAws: ['Co-Sell - Architectural Validation', 'Co-Sell - Technical Consultation'],
  Customer: {
    Account: {
      CompanyName: 'Globex',
      WebsiteUrl: 'https://globex.example',
      Industry: 'Retail',
      Address: { CountryCode: 'DE', PostalCode: '10115', City: 'Berlin' },
    },
    Contacts: [{ Email: 'buyer@globex.example', FirstName: 'Hank', LastName: 'Scorpio', BusinessTitle: 'CIO' }],
  },
  Project: {
    Title: 'Globex moves its billing',
    CustomerBusinessProblem:
      'They lose a day each month with their billing, and cannot close their books in time. '.repeat(6),
    CustomerUseCase: 'Business Applications & Contact Center',
    DeliveryModels: ['SaaS or PaaS'],
    ExpectedCustomerSpend: [
      { Amount: '1200.50', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' },
      { Amount: '90000', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'Self' },
    ],
  },
  LifeCycle: { Stage: 'Qualified', TargetCloseDate: '2027-06-30', NextSteps: 'Sign the contract' },
});

/**
 * Gives an organization a year of referrals, at three partners and in every status; the triggers maintain the totals.
 * Throws unless the totals cover all of them.
 */
export const seedReferrals = async (admin: pg.ClientBase, orgUuid: string, referrals: number): Promise<void> => {
  await admin.query(
    `insert into referral (org_id, id, partner, direction, name, status, stage, external_id, buyer_company, deal_value, currency,
       target_close_date, document, synced, created_by, last_updated_by, closed_time, creation_time, last_update_time)
     select $1, md5('referral ' || n)::uuid, (array['AWS', 'AWS', 'AZURE', 'GCP'])[1 + n % 4], (array['OUTBOUND', 'INBOUND'])[1 + (n / 3) % 2],
       'Deal ' || n, status, (array['PROSPECT', 'QUALIFIED', 'BUSINESS_VALIDATION', 'COMMITTED'])[1 + (n / 5) % 4], 'O' || n,
       jsonb_build_object('name', 'Buyer ' || n % 1400, 'country', 'DE'), case when n % 9 > 0 then 1000 + (n::bigint * 7919) % 90000 + 0.25 end,
       case when n % 9 > 0 then (array['USD', 'USD', 'EUR', 'JPY'])[1 + n % 4] end, to_char(made + interval '200 days', 'YYYY-MM-DD'),
       $3::jsonb, $3::jsonb, 'bench', 'bench', case when status in ('WON', 'LOST') then made + n % 90 * interval '1 day' end, made, made
     from (
       select n, now() - n * (interval '364 days' / $2::int) as made,
         (array['DRAFT', 'SUBMITTED', 'IN_REVIEW', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'WON', 'WON', 'LOST', 'ARCHIVED'])[1 + (n * 7) % 10] as status
       from generate_series(0, $2::int - 1) as n
     ) as given`,
    [orgUuid, referrals, referralDocument],
  );
  const { rows } = await admin.query<{ counted: string | null }>(
    'select sum(referrals) as counted from referral_total where org_id = $1',
    [orgUuid],
  );
  if (Number(rows[0]?.counted) !== referrals)
    throw new Error(`the totals count ${rows[0]?.counted} of ${referrals} referrals`);
};
