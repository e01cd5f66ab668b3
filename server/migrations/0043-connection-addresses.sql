-- Where single services of a partner are for this connection; what is not named is where `endpoint` says, or where the partner has it.
alter table connection add column endpoints jsonb not null default '{}';
