import { msg } from "../../../domain/message.ts";
import type { ArticleLocation } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/pieces.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/use-query.ts";

interface SourceProps {
  readonly query: QueryResult<readonly ArticleLocation[]>;
  readonly from: ArticleLocation | null;
  readonly onFrom: (locationId: number) => void;
}

/** Selects the source location of a move. */
export function Source({ query, from, onFrom }: SourceProps) {
  return (
    <QueryBoundary answer={query} empty={TEXTS.nowhere}>
      {(stock) => (
        <fieldset class="options">
          <legend>{t(TEXTS.from)}</legend>
          {stock.map(({ locationId, location, quantity }) => (
            <label key={locationId} class="option">
              <input
                type="radio"
                name="from"
                checked={locationId === from?.locationId}
                onChange={() => onFrom(locationId)}
              />
              <span class="main">{location.name}</span>
              <span class="beside">{pieces(quantity)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </QueryBoundary>
  );
}

const TEXTS = {
  from: msg("From"),
  nowhere: msg("No location yet."),
};
