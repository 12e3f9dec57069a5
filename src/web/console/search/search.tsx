import { useEffect, useId, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { addressOf } from "../../router/address.ts";
import { go, onNavigation, path } from "../../router/router.ts";
import { useActiveOption } from "../../ui/use-active-option.ts";
import { ResultList } from "./result-list.tsx";
import { useResults } from "./use-results.ts";

/** The id of the search field, for keyboard shortcuts. */
export const SEARCH_ID = "console-search";

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
  const { groups, isPending } = useResults(isOpen ? text : "");
  const results = groups.flatMap((group) => group.results);
  const screen = path.value.split("?")[0];
  useEffect(() => {
    if (screen !== "/articles") setText("");
  }, [screen]);
  useEffect(() => onNavigation(() => setOpen(false)), []);

  const { active, activeId, clear, onKeyDown } = useActiveOption({
    listId,
    count: results.length,
    isOpen,
    setOpen,
    onChoose(position) {
      setOpen(false);
      go(results[position]?.href.slice(1) ?? "/articles");
    },
  });
  const onSubmit = (event: Event) => {
    event.preventDefault();
    setOpen(false);
    const query = (field.current?.value ?? text).trim();
    go(addressOf("/articles", { q: query, straight: query === "" ? null : 1 }));
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
          aria-activedescendant={activeId}
          aria-keyshortcuts="/ Control+K"
          placeholder={t(HAS_KEYS.matches ? TEXTS.placeholder : TEXTS.search)}
          autocomplete="off"
          value={text}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setText(event.currentTarget.value);
            clear();
            setOpen(true);
          }}
        />
      </form>
      <ResultList id={listId} isOpen={isOpen} groups={groups} active={active} isPending={isPending} />
    </search>
  );
}

function closeOutside(next: EventTarget | null, here: EventTarget, setOpen: (isOpen: boolean) => void): void {
  if (!(next instanceof Node && here instanceof Node && here.contains(next))) setOpen(false);
}

/** A phone has no Ctrl key. */
const HAS_KEYS = matchMedia("(hover: hover) and (min-width: 900px)");

const TEXTS = {
  search: msg("Search"),
  placeholder: msg("Search (Ctrl+K)"),
};
