import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { listArticlesByPage } from "../../api/articles.ts";
import type { ArticleRow } from "../../api/types/endpoints.d.ts";
import { Shown } from "../../query/query-boundary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useSettledValue } from "../../ui/use-settled-value.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** An article that was found. */
export type FoundArticle = Pick<ArticleRow, "oid" | "code" | "name">;

const MOST = 8;

interface FindProps {
  readonly words: string;
  readonly onArticle: (article: FoundArticle) => void;
}

/** Chooses an article by search: its name, code, serial number or tag. */
export function ArticleSearchField({ words, onArticle }: FindProps) {
  const [text, setText] = useState("");
  const wanted = useSettledValue(text.trim());
  const found = useLiveQuery(wanted === "" ? null : listArticlesByPage({ q: wanted, limit: MOST }), {
    follows: ["articles"],
  });
  const choose = (article: FoundArticle) => {
    onArticle(article);
    setText("");
  };
  return (
    <>
      <TextField type="search" words={words} value={text} onValue={setText} />
      {wanted !== "" && text !== "" && (
        <Shown answer={found} empty={NONE} isEmpty={({ items }) => items.length === 0}>
          {({ items }) => (
            <ul class="list">
              {items.map((item) => (
                <li key={item.oid}>
                  <button type="button" onClick={() => choose(item)}>
                    {item.code} {item.name}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Shown>
      )}
    </>
  );
}

const NONE = msg("No article found");
