import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleRow } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { useSettledValue } from "../../ui/debounce.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** An article that was found. */
export type FoundArticle = Pick<ArticleRow, "oid" | "code" | "name" | "unit">;

const MOST = 8;

interface FindProps {
  readonly label: string;
  readonly onArticle: (article: FoundArticle) => void;
}

/** Chooses an article by search: its name, code, serial number or tag. */
export function ArticleSearchField({ label, onArticle }: FindProps) {
  const [text, setText] = useState("");
  const wanted = useSettledValue(text.trim());
  const found = useLiveQuery(
    wanted === "" ? null : call("GET /api/articles/page", { q: wanted, limit: MOST }),
    {
      follows: ["articles"],
    },
  );
  return (
    <>
      <Combobox
        label={label}
        text={text}
        onText={setText}
        options={found.body !== null && wanted === text.trim() ? found.body.items : null}
        keyOf={({ oid }) => oid}
        onChoose={(article) => {
          onArticle(article);
          setText("");
        }}
        codeOf={({ code }) => code}
        empty={t(msg("No article found"))}
      >
        {({ code, name }) => (
          <>
            {code} {name}
          </>
        )}
      </Combobox>
      {/* Why nothing can be found, for example without a connection. */}
      {wanted !== "" && found.body === null && <QueryBoundary query={found}>{() => null}</QueryBoundary>}
    </>
  );
}
