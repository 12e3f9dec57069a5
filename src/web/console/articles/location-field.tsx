import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { Icon } from "../../ui/icon.tsx";
import { pathAbove } from "../locations/tree/location-tree.ts";
import { useLocations } from "../locations/tree/use-locations.ts";

const MOST = 12;

interface PlaceFieldProps {
  readonly words: string;
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
}

/** One place, found by its name or code. */
export function LocationField({ words, value, onValue }: PlaceFieldProps) {
  const [text, setText] = useState("");
  const [isTouched, setTouched] = useState(false);
  const { tree } = useLocations(isTouched || value !== null);
  if (value !== null) {
    const place = tree?.get(value);
    return (
      <div class="place-field">
        <b>{words}</b>
        <p class="place-chosen">
          <span>
            {place?.name ?? `#${value}`} <span class="quiet">{tree !== null && pathAbove(tree, value)}</span>
          </span>
          <button
            type="button"
            class="plain"
            aria-label={t(TEXTS.other, { place: place?.name ?? String(value) })}
            onClick={() => onValue(null)}
          >
            <Icon name="cross" size={18} />
          </button>
        </p>
      </div>
    );
  }
  const isSought = text.trim() !== "";
  const found = tree !== null && isSought ? findLocations(tree.all, text, MOST).hits : [];
  return (
    <div class="place-field">
      <label>
        {words}
        <input
          type="search"
          autocomplete="off"
          placeholder={t(TEXTS.search)}
          value={text}
          onFocus={() => setTouched(true)}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {isSought && (
        <ul class="article-place-hits">
          {found.map(({ oid, name }) => (
            <li key={oid}>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  setText("");
                  onValue(oid);
                }}
              >
                {name} <span class="quiet">{tree !== null && pathAbove(tree, oid)}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li class="quiet">{t(TEXTS.nothing)}</li>}
        </ul>
      )}
    </div>
  );
}

const TEXTS = {
  search: msg("Name or code"),
  nothing: msg("No location found"),
  other: msg("Remove {place}"),
};
