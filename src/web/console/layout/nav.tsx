import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { path } from "../../router/router.ts";
import { useDismiss } from "../../ui/dismiss.ts";
import { sectionOf, seesSites, shownSections } from "../navigation/sections.ts";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

const ID = "console-nav";

/** The navigation, with the pages that this user may open. */
export function Nav() {
  const here = sectionOf(path.value);
  useSites();
  useDismiss(ID, isMenuOpen.value, () => {
    isMenuOpen.value = false;
  });
  return (
    <nav
      id={ID}
      class={isMenuOpen.value ? "console-nav is-open" : "console-nav"}
      aria-label={t(msg("Main menu"))}
    >
      <ul>
        {shownSections().map((section) => (
          <li key={section.name}>
            <a href={`#/${section.name}`} aria-current={section === here ? "page" : undefined}>
              <NavIcon name={section.name} />
              <span>{t(section.label)}</span>
              <Badge count={pendingIn(section.name)} />
            </a>
          </li>
        ))}
      </ul>
      <a class="console-terminal" href="/">
        <NavIcon name="terminal" />
        <span>{t(msg("Go to counting"))}</span>
      </a>
    </nav>
  );
}

/** Asks the server whether this user sees the sites of a head office. */
function useSites(): void {
  const { body } = useLiveQuery(may("manage") ? call("GET /api/sites/permission") : null, {
    everySeconds: 300,
  });
  const sees = body?.isPermitted === true;
  useEffect(() => {
    seesSites.value = sees;
  }, [sees]);
}

function Badge({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span class="badge">
      {count}
      <span class="sr-only"> {t(msg("pending"))}</span>
    </span>
  );
}

// Icons of the sections, in the style of ui/icon.tsx: lines in a square of 24. They are here because the
// terminal does not need them.
const PATHS: Readonly<Record<string, string>> = {
  overview: "M4 4h7v9H4zM13 4h7v5h-7zM13 12h7v8h-7zM4 16h7v4H4z",
  stocktakes: "M9 4h6v3H9zM9 5.5H6V20h12V5.5h-3M9 13l2 2 4-4",
  articles: "M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10",
  locations: "M12 21s7-6.5 7-12a7 7 0 1 0-14 0c0 5.5 7 12 7 12M12 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",
  custody: "M4 17h3l4 2 8-4-1-2-5 1M7 17v-6l4-1 4 3M12 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  refill: "M4 20h16M6 20V9h12v11M6 14h12M12 2v5M9.5 4.5L12 7l2.5-2.5",
  requests: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5",
  exchange: "M7 4v13M3.5 13.5L7 17l3.5-3.5M17 20V7M13.5 10.5L17 7l3.5 3.5",
  jobs: "M3 12h4l3-8 4 16 3-8h4",
  printers: "M7 9V4h10v5M5 9h14v8h-3M8 14h8v6H8zM8 17H5V9",
  lists: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  sites: "M3 21h18M5 21V9l5-4v16M10 9h9v12M13 13h3M13 17h3",
  people:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.5.8 3.5 2.800 3.5 5.5",
  system: "M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01",
  terminal: "M7 3h10v18H7zM11 18h2",
};

/** The icon of a section of the navigation, beside its name. */
function NavIcon({ name }: { readonly name: string }) {
  return (
    <svg class="nav-icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path d={PATHS[name] ?? ""} />
    </svg>
  );
}

/** The number of pending requests of a section, from the event stream. */
function pendingIn(section: string): number {
  const waiting = eventData.approvals.value;
  if (waiting === null) return 0;
  if (section === "requests") return waiting.transfers + waiting.disposals + waiting.proposals;
  return section === "stocktakes" ? waiting.inventories : 0;
}

/** On a narrow screen the navigation is collapsed at first. */
export const isMenuOpen = signal(false);
