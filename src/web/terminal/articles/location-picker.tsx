import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { StoredLocation } from "../../db/reference-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { childrenOf, inWalkingOrder, locationPath, places } from "../../offline/sync/locations.ts";
import { Icon } from "../../ui/icon.tsx";
import { TextField } from "../../ui/text-field.tsx";

const MOST = 50;

/** Chooses a place: by going down the tree, or by name and code. (A scan of its label is the screen's affair.) */
export function LocationPicker({ onPick }: { readonly onPick: (place: StoredLocation) => void }) {
  const [at, setAt] = useState<number | null>(null);
  const [text, setText] = useState("");
  const wanted = text.trim();
  const here = at === null ? undefined : places.value.get(at);
  const shown = wanted === "" ? childrenOf(at) : findLocations(inWalkingOrder(), wanted, MOST).hits;
  return (
    <div class="place-picker">
      <TextField type="search" words={t(TEXTS.search)} value={text} onValue={setText} />
      {wanted === "" && here !== undefined && (
        <div class="pair">
          <button type="button" class="second" onClick={() => setAt(here.parentLocationId)}>
            <Icon name="back" />
            {t(TEXTS.up)}
          </button>
          <button type="button" class="second" onClick={() => onPick(here)}>
            {t(TEXTS.here, { place: here.name })}
          </button>
        </div>
      )}
      {shown.length === 0 && <p class="quiet">{t(TEXTS.nothing)}</p>}
      <ul class="list">
        {shown.map((place) => {
          const isBranch = wanted === "" && childrenOf(place.oid).length > 0;
          return (
            <li key={place.oid}>
              <button type="button" onClick={() => (isBranch ? setAt(place.oid) : onPick(place))}>
                <span class="main">
                  <b>{place.name}</b>
                  <span class="quiet">{wanted === "" ? place.code : locationPath(place.oid)}</span>
                </span>
                {isBranch && <span aria-hidden="true">›</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const TEXTS = {
  search: msg("Location: name or code, or scan its label"),
  up: msg("Up"),
  here: msg("Here: {place}"),
  nothing: msg("No matching location."),
};
