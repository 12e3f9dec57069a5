import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type Found, MAX_FOUND, useSearch } from "../../articles/use-search.ts";
import { t } from "../../i18n/translate.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { inWalkingOrder, locationPath } from "../../offline/sync/locations.ts";
import { rfidReader } from "../../scanner/tag-input.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useLookUps } from "./look-ups.tsx";
import "../../articles/articles.css";

/** The number of locations shown above the articles. */
const FEW_LOCATIONS = 3;

/** The text of the field, kept for the return to the screen. */
let lastText = "";

/** `#/find`: search, or scan a label. */
export function FindScreen() {
  const lookUps = useLookUps();
  const camera = useCamera();
  const [text, setText] = useState(lastText);
  const found = useSearch(text);
  const change = (next: string) => {
    lastText = next;
    setText(next);
  };
  return (
    <Page isStart title={t(msg("Find"))} actions={camera.button}>
      {camera.view}
      <SearchField label={t(msg("Name, code, serial number or location"))} value={text} onValue={change} />
      {lookUps}
      {rfidReader.value !== null && <ButtonLink href="#/tags/here">{t(msg("What is here?"))}</ButtonLink>}
      {text.trim() === "" ? (
        <p class="muted">{t(msg("Or scan the label of an article or a location."))}</p>
      ) : (
        <Locations key={text} text={text} />
      )}
      {found !== null && <Results found={found} />}
    </Page>
  );
}

/** The matching locations: a few at first, so that the articles stay visible. */
function Locations({ text }: { readonly text: string }) {
  const [limit, setLimit] = useState(FEW_LOCATIONS);
  const { hits, total } = findLocations(inWalkingOrder(), text, limit);
  if (total === 0) return null;
  return (
    <section>
      <h2>{t(msg("Locations"))}</h2>
      <ul class="list">
        {hits.map(({ oid, name, code }) => (
          <li key={oid}>
            <a href={`#/location/${oid}`}>
              <Icon name="location" />
              <span class="main">
                <b>{name}</b>
                <span class="muted">{[code, locationPath(oid)].filter(Boolean).join(" · ")}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {total > hits.length && limit < MAX_FOUND && (
        <Button isWide onClick={() => setLimit(MAX_FOUND)}>
          {t(msg("Show {n} locations"), { n: Math.min(total, MAX_FOUND) })}
        </Button>
      )}
    </section>
  );
}

function Results({ found: { rows, isStored, problem } }: { readonly found: Found }) {
  return (
    <section>
      <h2>{t(msg("Articles"))}</h2>
      <p class="muted" role="status">
        {problem ?? countOf(rows.length)} {isStored && t(msg("No connection. Results from this device."))}
      </p>
      <ul class="list">
        {rows.map(({ oid, code, name, location }) => (
          <li key={oid}>
            <a href={`#/article/${oid}`}>
              <span class="main">
                <b>{name}</b>
                <span class="muted">{[code, location].filter(Boolean).join(" · ")}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function countOf(n: number): string {
  if (n === 0) return t(msg("No articles found."));
  return n < MAX_FOUND
    ? t(msg("{n, plural, one {# article} other {# articles}}"), { n })
    : t(msg("First {n} articles. Type more to narrow down."), { n });
}
