-- Most texts beyond ASCII have signs or letters without case only: typographic quotation marks, as every message of an event
-- has, dashes, the euro sign, Chinese. Folding them went through two long lists of letters, 0.4 ms for a short text. Now a
-- list is used only where the text has a character of its ranges. The result is the same for every text, so indexes stay.
do $do$
begin
  execute replace(
    replace(
      pg_get_functiondef('mos_fold(text)'::regprocedure),
      '[\u1000-\U0010FFFF]',
      '[\u10A0-\u10CD\u13A0-\u13FD\u1C80-\u1CBF\u1E00-\u1FFF\u2126-\u2183\u24B6-\u24CF\u2C00-\u2CF2\uA640-\uA7F5\uAB70-\uABBF\uFB00-\uFB06\uFF21-\uFF3A\U00010400-\U0001E921]'
    ),
    'return translate(folded',
    $text$if folded !~ '[\u00B5-\u0556]' then
        return folded;
      end if;
      return translate(folded$text$
  );
end
$do$;
