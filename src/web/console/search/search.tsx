import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { addressOf } from "../../router/address.ts";
import { go, onNavigation, path } from "../../router/router.ts";
import { insertFnc1, searchTextOf, withoutControls } from "../../scanner/search-text.ts";
import { useActiveOption } from "../../ui/use-active-option.ts";
import { groupName, type ResultGroup, useResults } from "./use-results.ts";
import "./search.css";

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
  const { groups, isPending } = useResults(isOpen ? withoutControls(text) : "");
  const results = groups.flatMap((group) => group.results);
  const screen = path.value.split("?")[0];
  // Not after the next paint: a busy page would delete what is typed meanwhile.
  useLayoutEffect(() => {
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
          onFocus={() => setOpen(true)}
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
      <ResultList id={listId} isOpen={isOpen} groups={groups} active={active} isPending={isPending} />
    </search>
  );
}

function closeOutside(next: EventTarget | null, here: EventTarget, setOpen: (isOpen: boolean) => void): void {
  if (!(next instanceof Node && here instanceof Node && here.contains(next))) setOpen(false);
}

/** A phone has no Ctrl key. */
const HAS_KEYS = matchMedia("(hover: hover) and (min-width: 900px)");

interface ResultListProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly groups: readonly ResultGroup[];
  /** Position of the active result among all; -1: none. */
  readonly active: number;
  readonly isPending: boolean;
}

/** The results of the search below its field, by kind. */
function ResultList({ id, isOpen, groups, active, isPending }: ResultListProps) {
  let position = -1;
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <>
      <div
        id={id}
        class="search-results"
        role="listbox"
        aria-label={t(msg("Search results"))}
        hidden={!isOpen || count === 0}
      >
        {isOpen &&
          groups.map((group, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role only
            <div key={groupName(group)} role="group" aria-labelledby={`${id}-group-${index}`}>
              <div id={`${id}-group-${index}`} class="search-group">
                {groupName(group)}
              </div>
              {group.results.map(({ href, name, detail }) => {
                position += 1;
                return (
                  <a
                    key={href}
                    id={`${id}-${position}`}
                    role="option"
                    aria-selected={position === active}
                    tabIndex={-1}
                    class="search-result"
                    href={href}
                  >
                    <span>{name}</span>
                    <span class="muted">{detail}</span>
                  </a>
                );
              })}
            </div>
          ))}
      </div>
      <div class="search-empty" role="status" hidden={!isOpen || count > 0 || isPending}>
        {isOpen &&
          count === 0 &&
          !isPending &&
          t(msg("Nothing found. Check the spelling, or search by code."))}
      </div>
    </>
  );
}
