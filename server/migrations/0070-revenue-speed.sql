-- What a backfill writes of each row is kept as it came: these columns are returned whole, and searched only in a few rows of one record.
alter table revenue_row alter column columns type json using columns::json;
alter table revenue_event alter column source type json using source::json, alter column changes type json using changes::json;

-- No statement looks records up by it.
drop index revenue_record_agreement;
