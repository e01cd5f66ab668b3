-- The knowledge index: what a search finds. It belongs to all organizations alike, so none of its tables has an org_id. Words and the
-- places of words are found by the service, not by a text search configuration, so that the same text has the same words on every
-- database, whatever its version and collation.

create table knowledge_piece (
  id text collate "C" primary key,
  -- RELEASE: part of the service. IMPORT: from a file that whoever runs the service imported.
  keeper text collate "C" not null check (keeper in ('RELEASE', 'IMPORT')),
  -- The path of an imported file below the folder that was imported.
  file text collate "C" not null,
  source text collate "C" not null check (source in ('MARKETPLACE', 'SERVICE', 'API')),
  title text collate "C" not null,
  -- The page that shows it, below the address of the API.
  path text collate "C" not null,
  -- The page of a partner that it is about.
  reference text collate "C",
  markdown text collate "C" not null,
  plain text collate "C" not null,
  hash text collate "C" not null,
  title_words tsvector not null,
  words tsvector not null
);
-- The list of words stays in its row, where ranking reads it; the texts, which only results need, are stored apart instead.
alter table knowledge_piece alter column words set storage main;
create index knowledge_piece_keeper on knowledge_piece (keeper, file, id);
-- Pending entries would be searched one by one until a vacuum, which the embedded database does not have.
create index knowledge_piece_title_words on knowledge_piece using gin (title_words) with (fastupdate = off);
create index knowledge_piece_words on knowledge_piece using gin (words) with (fastupdate = off);

-- Every word of the index, and how many pieces have it.
create table knowledge_word (
  word text collate "C" primary key,
  pieces integer not null
);
create index knowledge_word_text on knowledge_word using gin (word gin_trgm_ops) with (fastupdate = off);

-- One row. Whoever changes the index holds its lock meanwhile.
create table knowledge_index (
  id boolean primary key default true check (id),
  pieces integer not null,
  -- What the release last put into the index. Null: never, or not completely.
  digest text collate "C"
);
insert into knowledge_index (pieces) values (0);

grant select on knowledge_piece, knowledge_word, knowledge_index to mos_read, mos_write;
grant select, insert, update, delete on knowledge_piece, knowledge_word to mos_system;
grant select, update on knowledge_index to mos_system;
