import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { groupName, type ResultGroup } from "./use-results.ts";
import "./search.css";

interface ResultListProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly groups: readonly ResultGroup[];
  /** Position of the active result among all; -1: none. */
  readonly active: number;
  readonly isPending: boolean;
}

/** The results of the search below its field, by kind. */
export function ResultList({ id, isOpen, groups, active, isPending }: ResultListProps) {
  let position = -1;
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <>
      <div
        id={id}
        class="search-results"
        role="listbox"
        aria-label={t(TEXTS.results)}
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
        {isOpen && count === 0 && !isPending && t(TEXTS.none)}
      </div>
    </>
  );
}

const TEXTS = {
  results: msg("Search results"),
  none: msg("Nothing found. Check the spelling, or search by code."),
};
