import { useEffect, useId, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { addressOf } from "../../router/address.ts";
import { go, onNavigation, path } from "../../router/router.ts";
import { ResultList } from "./result-list.tsx";
import { useResults } from "./use-results.ts";

/** The id of the search field, for the keys that lead to it. */
export const SEARCH_ID = "console-search";

/**
 * Searches the console: a combobox by the WAI-ARIA pattern. Arrows select a result, Enter opens it; without a selected result
 * Enter lists the articles, or opens the article where the text is its code: a scanner ends a label with Enter.
 */
export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState(-1);
  const { groups, isPending } = useResults(isOpen ? text : "");
  const results = groups.flatMap((group) => group.results);
  const at = Math.min(selected, results.length - 1);
  const screen = path.value.split("?")[0];
  useEffect(() => {
    if (screen !== "/articles") setText("");
  }, [screen]);
  useEffect(() => onNavigation(() => setOpen(false)), []);

  const onSubmit = (event: Event) => {
    event.preventDefault();
    const result = isOpen ? results[at] : undefined;
    setOpen(false);
    const query = (field.current?.value ?? text).trim();
    if (result === undefined) go(addressOf("/articles", { q: query, straight: query === "" ? null : 1 }));
    else go(result.href.slice(1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
      setSelected(-1);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setOpen(true);
    // Before the first result is the field itself.
    const positions = results.length + 1;
    setSelected(isOpen ? ((at + 1 + step + positions) % positions) - 1 : -1);
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
          aria-label={t(TEXTS.search)}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
          aria-keyshortcuts="/ Control+K"
          placeholder={t(TEXTS.placeholder)}
          autocomplete="off"
          value={text}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setSelected(-1);
            setOpen(true);
          }}
        />
      </form>
      <ResultList id={listId} isOpen={isOpen} groups={groups} selected={at} isPending={isPending} />
    </search>
  );
}

function closeOutside(next: EventTarget | null, here: EventTarget, setOpen: (isOpen: boolean) => void): void {
  if (!(next instanceof Node && here instanceof Node && here.contains(next))) setOpen(false);
}

const TEXTS = {
  search: msg("Search"),
  placeholder: msg("Search (Ctrl+K)"),
};
