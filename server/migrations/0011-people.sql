-- People: accounts, sessions, second factors, passkeys, and the mails about them. Global tables, for a person may belong to
-- several organizations; membership says to which. Only mos_system changes them. Names and addresses are all that acts of an
-- organization may see.

-- Whoever has one has shown that the address is theirs: by the link of a mail, or by the word of the identity provider.
create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default true check (email_verified),
  first_name text not null default '',
  last_name text not null default '',
  image text check (image is null),
  second_factor boolean not null default false,
  creation_time timestamptz not null default now(),
  last_update_time timestamptz not null default now()
);
grant select on account to mos_read;
grant select (id, email, first_name, last_name) on account to mos_write;
grant select, insert, update, delete on account to mos_system;

-- How a person proves who they are: a password (provider_id 'credential', argon2id) or the subject of an identity provider.
-- The tokens of providers are dropped; accounts need the columns all the same.
create table account_login (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  provider_id text not null,
  subject text not null,
  password_hash text,
  access_token text check (access_token is null),
  refresh_token text check (refresh_token is null),
  id_token text check (id_token is null),
  access_token_expire_time timestamptz check (access_token_expire_time is null),
  refresh_token_expire_time timestamptz check (refresh_token_expire_time is null),
  scope text,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  unique (provider_id, subject)
);
create index account_login_account on account_login (account_id);
grant select, insert, update, delete on account_login to mos_system;

-- The token is kept as a keyed hash. expire_time is the end whatever happens; who is away for twelve hours is signed out
-- before. The database's own clock, one for all replicas, says when.
create table account_session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token_hash text not null unique check (length(token_hash) = 54),
  network text,
  user_agent text,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  last_use_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index account_session_account on account_session (account_id, last_use_time);
create index account_session_use on account_session (last_use_time);
grant select on account_session to mos_read;
grant select, insert, update, delete on account_session to mos_system;

-- Short-lived and good once: what a reset of a password, a sign-in by a provider, a passkey or a second factor waits for.
create table account_verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expire_time timestamptz not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null
);
create index account_verification_identifier on account_verification (identifier);
create index account_verification_expiry on account_verification (expire_time);
grant select, insert, update, delete on account_verification to mos_system;

create table account_second_factor (
  id uuid primary key,
  account_id uuid not null unique references account (id) on delete cascade,
  sealed_secret text not null,
  recovery_code_hashes text not null,
  verified boolean not null default false,
  failed_count int not null default 0,
  locked_until timestamptz
);
grant select, insert, update, delete on account_second_factor to mos_system;

-- Codes of a second factor that were tried: each is good once (RFC 6238, 5.2).
create table account_used_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash text not null,
  wall_time timestamptz not null default now(),
  primary key (account_id, code_hash)
);
create index account_used_code_time on account_used_code (wall_time);
grant select, insert, update, delete on account_used_code to mos_system;

create table account_passkey (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  creation_time timestamptz not null default now()
);
create index account_passkey_account on account_passkey (account_id);
grant select, insert, update, delete on account_passkey to mos_system;

-- Sign-ups that wait for their mail to be opened. Each has its own password: whoever signs up with a foreign address gains
-- nothing from its owner signing up too.
create table account_sign_up (
  token_hash text primary key,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  expire_time timestamptz not null
);
create index account_sign_up_expiry on account_sign_up (expire_time);
grant select, insert, delete on account_sign_up to mos_system;

-- Mails to people that wait to be sent, and wishes that end in one. Sealed: they hold addresses and links.
create table account_mail (
  id uuid primary key,
  sealed text not null,
  creation_time timestamptz not null default now(),
  expire_time timestamptz not null,
  next_attempt_time timestamptz not null default now(),
  attempts int not null default 0
);
create index account_mail_next on account_mail (next_attempt_time);
grant select, insert, update, delete on account_mail to mos_system;
