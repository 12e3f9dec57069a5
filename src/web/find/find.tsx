import { useState } from "preact/hooks";
import { say } from "../../words.ts";
import { Page } from "../app/page.tsx";
import { TextField } from "../app/text-field.tsx";
import { plural, t } from "../app/words.ts";
import { useCamera } from "../scanner/use-camera.tsx";
import { useLookUps } from "./use-look-ups.tsx";
import { type Found, MOST_FOUND, useSearch } from "./use-search.ts";
import "./find.css";

/** What stood in the field when the screen was left, for whoever comes back to it. */
let lastText = "";

/** `#/find`: scan anything, or search. */
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
    <Page title={t(TEXTS.title)} deeds={camera.deed}>
      {camera.view}
      <TextField type="search" words={t(TEXTS.search)} value={text} onValue={change} />
      {lookUps}
      {found === null ? (
        text.trim() === "" && <p class="quiet">{t(TEXTS.hint)}</p>
      ) : (
        <Results found={found} />
      )}
    </Page>
  );
}

function Results({ found: { rows, isKept, problem } }: { readonly found: Found }) {
  return (
    <>
      <p class="quiet" role="status">
        {problem ?? countOf(rows.length)} {isKept && t(TEXTS.kept)}
      </p>
      <ul class="list">
        {rows.map(({ oid, code, name, place }) => (
          <li key={oid}>
            <a href={`#/article/${oid}`}>
              <span class="main">
                <b>{name}</b>
                <span class="quiet">{[code, place].filter(Boolean).join(" · ")}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function countOf(n: number): string {
  if (n === 0) return t(TEXTS.nothing);
  return n < MOST_FOUND ? plural(n, TEXTS.some) : t(TEXTS.many, { n });
}

const TEXTS = {
  title: say("Find", "Hledat"),
  search: say("Name, code or serial number", "Název, kód nebo sériové číslo"),
  hint: say("Or scan the label of an article or a location.", "Nebo načtěte štítek artiklu či umístění."),
  nothing: say("No results.", "Nic nenalezeno."),
  some: say("{n} article|{n} articles", "{n} artikl|{n} artikly|{n} artiklů"),
  many: say("First {n} articles. Type more to narrow down.", "Prvních {n} artiklů. Upřesněte hledání."),
  kept: say("No connection. Results from this device.", "Bez připojení. Výsledky z tohoto zařízení."),
};
