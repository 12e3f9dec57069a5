import { useLayoutEffect } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";
import { fold } from "../../../domain/text-folding.ts";
import { MAX_MANUAL_SEARCH } from "../../../domain/text-limits.ts";
import { hasWords, searchWords } from "../../../domain/word-search.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { useSettledValue } from "../../ui/debounce.ts";
import { pathAbove, useLocations } from "../locations/tree/location-tree.ts";
import { shownSections } from "../navigation/sections.ts";
import { SETTING_NAMES } from "../navigation/setting-names.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

interface ResultsProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly typed: string;
  /** Position of the active result among all; -1: none. */
  readonly active: number;
  /** Called with the results when they change. */
  readonly onResults: (results: readonly SearchResult[]) => void;
}

/** The results of the search below its field, by kind. */
export function Results({ id, isOpen, typed, active, onResults }: ResultsProps) {
  const { groups, isPending } = useResults(typed);
  const results = groups.flatMap((group) => group.results);
  // The list opens with other results than those of the empty text.
  useLayoutEffect(() => onResults(isOpen ? results : []), [isOpen, JSON.stringify(results)]);
  let position = -1;
  const count = results.length;
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
              {group.results.map(({ href, name, detail, isOfManual }) => {
                position += 1;
                return (
                  <a
                    key={`${href} ${name}`}
                    id={`${id}-${position}`}
                    role="option"
                    aria-selected={position === active}
                    tabIndex={-1}
                    class="search-result"
                    href={href}
                    {...(isOfManual === true && NEW_TAB)}
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

/** Results of one kind at most, but for pages. */
const MAX_RESULTS = 5;

/** The manual is read beside the screen. */
const NEW_TAB = { target: "_blank", rel: "noopener" } as const;

/** One result of the search. */
export interface SearchResult {
  readonly href: string;
  readonly name: string;
  /** Code or path. */
  readonly detail: string;
  /** A page of the manual, not of the console. */
  readonly isOfManual?: true;
}

/** The results of one kind. */
interface ResultGroup {
  readonly name: Message;
  readonly results: readonly SearchResult[];
}

/**
 * Finds articles, locations, stocktakes, users, pages and settings of the console and sections of the manual by a text. An
 * empty text finds pages only.
 */
function useResults(typed: string): {
  readonly groups: readonly ResultGroup[];
  /** Whether articles or the manual are still being searched. */
  readonly isPending: boolean;
} {
  const text = typed.trim();
  const settled = useSettledValue(text);
  const wanted = text === "" ? "" : settled;
  const articles = useLiveQuery(
    wanted === "" ? null : call("GET /api/articles/page", { q: wanted, limit: MAX_RESULTS }),
    { follows: ["articles"] },
  );
  const users = useLiveQuery(
    wanted === "" || !may("administer") ? null : call("GET /api/users", { q: wanted }),
    {
      follows: ["users"],
    },
  );
  const { tree } = useLocations(wanted !== "");
  const stocktakes = useLiveQuery(
    wanted === "" ? null : call("GET /api/inventories", { includeClosed: true }),
    {
      follows: ["inventories", "stocktakes"],
    },
  );
  const manual = useLiveQuery(
    wanted === "" ? null : call("GET /api/manual", { search: wanted.slice(0, MAX_MANUAL_SEARCH) }),
  );
  const words = searchWords(text);
  const groups: readonly ResultGroup[] = [
    {
      name: msg("Articles"),
      results: (articles.body?.items ?? []).map(({ oid, code, name }) => ({
        href: `#/articles/${oid}`,
        name,
        detail: code ?? "",
      })),
    },
    {
      name: msg("Locations"),
      results:
        tree === null || words.length === 0
          ? []
          : findLocations(tree.all, text, MAX_RESULTS).hits.map(({ oid, name }) => ({
              href: `#/locations/${oid}`,
              name,
              detail: pathAbove(tree, oid),
            })),
    },
    {
      name: msg("Stocktakes"),
      results: (words.length === 0 ? [] : (stocktakes.body ?? []))
        .filter(({ name }) => hasWords(fold(name), words))
        .map(({ oid, name }) => ({ href: `#/stocktakes/${oid}`, name, detail: "" })),
    },
    {
      name: msg("Users"),
      results: (users.body ?? []).map(({ oid, fullName }) => ({
        href: `#/people/${oid}`,
        name: fullName,
        detail: "",
      })),
    },
    {
      name: PAGES,
      results: findDestinations(text).map((one) => ({ ...one, detail: "" })),
    },
    {
      name: msg("Settings"),
      results: words.length === 0 || !may("server") ? [] : findSettings(words),
    },
    {
      name: msg("Manual"),
      results: (manual.body ?? []).map(({ address, title, heading }) => ({
        href: address,
        name: heading,
        detail: heading === title ? "" : title,
        isOfManual: true,
      })),
    },
  ];
  return {
    groups: groups
      .map(({ name, results }) => ({
        name,
        results: name === PAGES ? results : results.slice(0, MAX_RESULTS),
      }))
      .filter(({ results }) => results.length > 0),
    isPending: text !== "" && (settled !== text || [articles, manual].some(isLoading)),
  };
}

const isLoading = ({ state }: { readonly state: string }) => state === "loading" || state === "late";

/** The name of each group, as text. */
const groupName = ({ name }: ResultGroup): string => t(name);

const PAGES = msg("Go to");

interface Destination {
  readonly href: string;
  readonly label: Message;
  /** What a search finds it by as well. */
  readonly holds?: Message;
  readonly may: Permission;
}

/** The screens and actions that no section of the navigation names. */
const DESTINATIONS: readonly Destination[] = [
  { href: "#/articles/new", label: msg("New article"), may: "manage" },
  { href: "#/stocktakes/new", label: msg("New stocktake"), may: "manage" },
  { href: "#/stocktakes/plans", label: msg("Cycle counts"), may: "manage" },
  { href: "#/stocktakes/plans/new", label: msg("New count plan"), may: "manage" },
  { href: "#/requests/transfers", label: msg("Transfers"), may: "manage" },
  { href: "#/requests/disposals", label: msg("Disposals"), may: "manage" },
  { href: "#/requests/proposals", label: msg("Proposed assets"), may: "manage" },
  { href: "#/people/new", label: msg("New user"), may: "administer" },
  { href: "#/people/pair", label: msg("Pair a terminal"), may: "administer" },
  { href: "#/people/devices", label: msg("Paired devices"), may: "administer" },
  {
    href: "#/people/service-accounts",
    label: msg("Service accounts"),
    holds: msg("API key"),
    may: "administer",
  },
  { href: "#/people/webhooks", label: msg("Webhooks"), may: "administer" },
  { href: "#/printers/new", label: msg("Add printer"), may: "administer" },
  { href: "#/printers/queue", label: msg("Print queue"), may: "work" },
  { href: "#/printers/labels", label: msg("Labels"), may: "work" },
  { href: "#/printers/labels/new", label: msg("New label"), may: "administer" },
  { href: "#/system/settings", label: msg("Settings"), may: "server" },
  { href: "#/system/company", label: msg("Company"), holds: msg("Balance-sheet day"), may: "administer" },
  { href: "#/system/certificate", label: msg("Certificate"), may: "server" },
  { href: "#/system/backup", label: msg("Backup"), may: "server" },
  { href: "#/system/backup/new", label: msg("Set up automatic backup"), may: "server" },
  { href: "#/system/backup/restore", label: msg("Restore a backup"), may: "server" },
  { href: "#/system/upgrade", label: msg("Upgrade", "noun"), may: "server" },
  { href: "#/system/standby", label: msg("Standby"), may: "server" },
  { href: "#/system/notices", label: msg("Notices"), may: "administer" },
  { href: "#/system/audit", label: msg("Audit log"), may: "administer" },
  { href: "#/system/security-log", label: msg("Security log"), may: "administer" },
  { href: "#/system/licences", label: msg("Third-party licences"), may: "server" },
  { href: "#/me", label: msg("My account"), holds: msg("Two-step login"), may: "work" },
];

/** The pages of the console whose name contains each word of the text, as far as the user may open them. */
function findDestinations(text: string): readonly { readonly href: string; readonly name: string }[] {
  const words = searchWords(text);
  const sections: readonly Destination[] = shownSections().map((one) => ({ ...one, href: `#/${one.name}` }));
  return [...sections, ...DESTINATIONS.filter((one) => may(one.may))]
    .filter(({ label, holds }) =>
      hasWords(fold([label, ...(holds ? [holds] : [])].map((one) => t(one)).join(" ")), words),
    )
    .map(({ href, label }) => ({ href, name: t(label) }));
}

/** The settings whose name contains each word. */
const findSettings = (words: readonly string[]): readonly SearchResult[] =>
  Object.values(SETTING_NAMES)
    .map((name) => t(name))
    .filter((name) => hasWords(fold(name), words))
    .map((name) => ({ href: "#/system/settings", name, detail: "" }));
