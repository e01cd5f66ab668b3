-- From which networks a person signed in lately: who guesses elsewhere does not keep the person out there. Keyed hashes, for
-- the addresses of people are not kept.
create table account_network (
  account_id uuid not null references account (id) on delete cascade,
  network_hash text not null,
  sign_in_time timestamptz not null default now(),
  primary key (account_id, network_hash)
);
create index account_network_time on account_network (sign_in_time);
grant select, insert, update, delete on account_network to mos_system;

-- How many organizations a person has founded, whatever became of them. The act that founds one counts here, in its own
-- transaction: two at once wait for each other.
create table organization_founder (
  account_id uuid primary key references account (id) on delete cascade,
  count int not null
);
grant select, insert, update on organization_founder to mos_write;
