-- The blocks of a segment, which is 64 of them, beside each other by word: search/queries.ts. Rows are still appended:
-- all entries of the newest segment are together.
create index search_posting_word on search_posting (realm_id, (block / 64), lexeme, block);
