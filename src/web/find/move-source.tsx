import type { ArticleLocation } from "../../articles/shapes.ts";
import { msg } from "../../domain/message.ts";
import { Shown } from "../answers/shown.tsx";
import type { Answer } from "../answers/use-answer.ts";
import { t } from "../app/words.ts";
import { pieces } from "./pieces.ts";

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
  from: msg("From", "Odkud"),
  nowhere: msg("No location yet.", "Zatím bez umístění."),
};
