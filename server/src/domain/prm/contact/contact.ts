/** A person at the partner company: one whom this organization invited, or who acted for the partner towards it. */
export type PartnerContact = {
  id: string;
  relationship_id: string;
  email: string;
  name: string;
  job_title: string;
  profile_url: string;
  seniority: string;
  creation_time: Date;
};
