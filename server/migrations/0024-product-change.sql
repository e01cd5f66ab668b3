-- What a marketplace was asked to change of a product and has not answered yet; its run ends with null again.
alter table product add column pending_change jsonb;
