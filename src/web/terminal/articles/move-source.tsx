import { msg } from "../../../domain/message.ts";
import type { ArticleLocation } from "../../api/types/endpoints.d.ts";
import { pieces } from "../../articles/pieces.ts";
import { t } from "../../i18n/translate.ts";
import { Shown } from "../../query/query-boundary.tsx";
import type { Answer } from "../../query/use-query.ts";

interface SourceProps {
  readonly where: Answer<readonly ArticleLocation[]>;
  readonly from: ArticleLocation | null;
  readonly onFrom: (locationId: number) => void;
}

/** From which of its places an article is taken. */
export function Source({ where, from, onFrom }: SourceProps) {
  return (
    <Shown answer={where} empty={TEXTS.nowhere}>
      {(standing) => (
        <fieldset class="options">
          <legend>{t(TEXTS.from)}</legend>
          {standing.map(({ locationId, location, quantity }) => (
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
    </Shown>
  );
}

const TEXTS = {
  from: msg("From"),
  nowhere: msg("No location yet."),
};
