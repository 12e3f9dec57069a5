import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { addressOf } from "../../router/address.ts";
import { go, onNavigation, path } from "../../router/router.ts";
import { insertFnc1, searchTextOf, withoutControls } from "../../scanner/search-text.ts";
import { useActiveOption } from "../../ui/use-active-option.ts";
import "./search.css";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { SearchResult } from "./results.tsx";

/** The id of the search field, for keyboard shortcuts. */
const SEARCH_ID = "console-search";

/**
 * Searches the console: a combobox by the WAI-ARIA pattern. Arrows select a result and Enter opens it. Without a
 * selected result, Enter opens the article with the text as its code, as a scanner types it; otherwise it lists the
 * articles.
 */
export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  /** What the list shows. */
  const [results, setResults] = useState<readonly SearchResult[]>([]);
  const screen = path.value.split("?")[0];
  // Not after the next paint: a busy page would delete what is typed meanwhile.
  useLayoutEffect(() => {
    if (screen !== "/articles") setText("");
  }, [screen]);
  useLayoutEffect(() => onNavigation(() => setOpen(false)), []);

  const { active, activeId, clear, onKeyDown } = useActiveOption({
    listId,
    keys: results.map(({ href, name }) => href + name),
    isOpen,
    setOpen,
    onChoose(position) {
      setOpen(false);
      const { href = "#/articles", isOfManual = false } = results[position] ?? {};
      if (isOfManual) open(href, "_blank", "noopener");
      else go(href.slice(1));
    },
  });
  const onSubmit = (event: Event) => {
    event.preventDefault();
    setOpen(false);
    searchTextOf(field.current?.value ?? text)
      .then((query) => go(addressOf("/articles", { q: query, straight: query === "" ? null : 1 })))
      .catch(reportError);
  };
  return (
    <search
      onFocusOut={({ relatedTarget, currentTarget }) => closeOutside(relatedTarget, currentTarget, setOpen)}
    >
      <form class="console-search" onSubmit={onSubmit}>
        <input
          ref={field}
          id={SEARCH_ID}
          type="search"
          role="combobox"
          aria-label={t(msg("Search"))}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-keyshortcuts="/ Control+K"
          placeholder={t(HAS_KEYS.matches ? msg("Search (Ctrl+K)") : msg("Search"))}
          autocomplete="off"
          value={text}
          onFocus={() => {
            setOpened(true);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (!insertFnc1(event)) onKeyDown(event);
          }}
          onInput={(event) => {
            setText(event.currentTarget.value);
            clear();
            setOpen(true);
          }}
        />
      </form>
      {wasOpened && (
        <Results
          id={listId}
          isOpen={isOpen}
          typed={isOpen ? withoutControls(text) : ""}
          active={active}
          onResults={setResults}
        />
      )}
    </search>
  );
}

/** What is found, which nobody needs before the field has the focus. */
const Results = lazyPart(() => import("./results.tsx").then((part) => part.Results));

function closeOutside(next: EventTarget | null, here: EventTarget, setOpen: (isOpen: boolean) => void): void {
  if (!(next instanceof Node && here instanceof Node && here.contains(next))) setOpen(false);
}

/** A phone has no Ctrl key. */
const HAS_KEYS = matchMedia("(hover: hover) and (min-width: 900px)");
