-- From when on the usage of a direct purchase is billed: what was used before (in a trial) is free, also if it is reported after an
-- invoice. Null: usage was first billed by an earlier release, which did not note it.
alter table billed_usage add column billed_from timestamptz;
