import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { StoredLocation } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { allLocations, childrenOf, inWalkingOrder, locationPath } from "../../offline/sync/locations.ts";
import { Button } from "../../ui/button.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { SearchField } from "../../ui/search-field.tsx";

const MAX_SHOWN = 50;

/** Selects a location in the tree, or by name and code. The screen handles scanned labels. */
export function LocationPicker({ onPick }: { readonly onPick: (location: StoredLocation) => void }) {
  const [parentId, setParentId] = useState<number | null>(null);
  const [text, setText] = useState("");
  const query = text.trim();
  const parent = parentId === null ? undefined : allLocations.value.get(parentId);
  const shown = query === "" ? childrenOf(parentId) : findLocations(inWalkingOrder(), query, MAX_SHOWN).hits;
  return (
    <div class="location-picker">
      <SearchField
        label={t(msg("Location: name or code, or scan its label"))}
        value={text}
        onValue={setText}
      />
      {query === "" && parent !== undefined && (
        <div class="pair">
          <Button icon="back" onClick={() => setParentId(parent.parentLocationId)}>
            {t(msg("Up"))}
          </Button>
          <Button onClick={() => onPick(parent)}>
            {t(msg("Here: {location}"), { location: parent.name })}
          </Button>
        </div>
      )}
      {shown.length === 0 && <p class="muted">{t(msg("No matching location."))}</p>}
      <LongList name={`pick ${parentId ?? ""} ${query}`} rows={shown} keyOf={({ oid }) => oid}>
        {(location) => {
          const isBranch = query === "" && childrenOf(location.oid).length > 0;
          return (
            <button type="button" onClick={() => (isBranch ? setParentId(location.oid) : onPick(location))}>
              <span class="main">
                <b>{location.name}</b>
                <span class="muted">{query === "" ? location.code : locationPath(location.oid)}</span>
              </span>
              {isBranch && <span aria-hidden="true">›</span>}
            </button>
          );
        }}
      </LongList>
    </div>
  );
}
