import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";
import { fold } from "../../../domain/text-folding.ts";
import { hasWords, searchWords } from "../../../domain/word-search.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { useSettledValue } from "../../ui/debounce.ts";
import { pathAbove } from "../locations/tree/location-tree.ts";
import { useLocations } from "../locations/tree/use-locations.ts";
import { shownSections } from "../navigation/sections.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** Results of one kind at most. */
const MAX_RESULTS = 5;

/** One result of the search. */
interface SearchResult {
  readonly href: string;
  readonly name: string;
  /** Code or path. */
  readonly detail: string;
}

/** The results of one kind. */
export interface ResultGroup {
  readonly name: Message;
  readonly results: readonly SearchResult[];
}

/** Finds articles, locations, stocktakes, users and pages of the console by a text. An empty text finds pages only. */
export function useResults(typed: string): {
  readonly groups: readonly ResultGroup[];
  /** Whether articles or users are still being searched. */
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
  ];
  return {
    groups: groups
      .map(({ name, results }) => ({
        name,
        results: results.slice(0, name === PAGES ? 20 : MAX_RESULTS),
      }))
      .filter(({ results }) => results.length > 0),
    isPending: text !== "" && (settled !== text || articles.state === "loading" || articles.state === "late"),
  };
}

/** The name of each group, as text. */
export const groupName = ({ name }: ResultGroup): string => t(name);

const PAGES = msg("Go to");

interface Destination {
  readonly href: string;
  readonly label: Message;
  readonly may: Permission;
}

const DESTINATIONS: readonly Destination[] = [
  { href: "#/articles/new", label: msg("New article"), may: "manage" },
  { href: "#/stocktakes/new", label: msg("New stocktake"), may: "manage" },
  { href: "#/people/new", label: msg("New user"), may: "administer" },
  { href: "#/people/pair", label: msg("Pair a terminal"), may: "administer" },
  { href: "#/people/devices", label: msg("Paired devices"), may: "administer" },
  { href: "#/people/service-accounts", label: msg("Service accounts"), may: "administer" },
  { href: "#/people/webhooks", label: msg("Webhooks"), may: "administer" },
  { href: "#/printers/queue", label: msg("Print queue"), may: "work" },
  { href: "#/printers/labels", label: msg("Labels"), may: "work" },
  { href: "#/system/settings", label: msg("Settings"), may: "server" },
  { href: "#/system/backup", label: msg("Backup"), may: "server" },
  { href: "#/system/upgrade", label: msg("Upgrade", "noun"), may: "server" },
  { href: "#/system/standby", label: msg("Standby"), may: "server" },
  { href: "#/system/notices", label: msg("Notices"), may: "administer" },
  { href: "#/system/audit", label: msg("Audit log"), may: "administer" },
  { href: "#/system/security-log", label: msg("Security log"), may: "administer" },
  { href: "#/me", label: msg("My account"), may: "work" },
];

/** The pages of the console whose name contains each word of the text, as far as the user may open them. */
function findDestinations(text: string): readonly { readonly href: string; readonly name: string }[] {
  const words = searchWords(text);
  const sections = shownSections().map(({ name, label }) => ({ href: `#/${name}`, label }));
  return [...sections, ...DESTINATIONS.filter((one) => may(one.may))]
    .map(({ href, label: name }) => ({ href, name: t(name) }))
    .filter(({ name }) => hasWords(fold(name), words));
}
