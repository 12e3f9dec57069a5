import { msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { session } from "../../api/tokens.ts";
import type { JobSummary } from "../../api/types/endpoints.d.ts";
import { language, number, t, when } from "../../i18n/translate.ts";
import { site } from "../../login/site.ts";
import { manualAddress } from "../../router/manual-address.ts";
import { path } from "../../router/router.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Logo } from "../../ui/logo.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { eventData, streamState } from "../realtime/live.ts";
import { Search } from "../search/search.tsx";
import { ICONS } from "./icons.ts";
import { MANUAL_PAGES } from "./manual-pages.ts";
import { isMenuOpen } from "./nav.tsx";

/** The header: the name of the site, the state of the connection, the search, and the user. */
export function Header() {
  return (
    <header class="console-header">
      <IconButton
        icon={ICONS.menu}
        label={t(msg("Menu"))}
        class="menu-button"
        aria-expanded={isMenuOpen.value}
        aria-controls="console-nav"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      />
      <a class="console-name" href="#/overview">
        <Logo />
        <span>{site.value.siteName || "tallybox"}</span>
      </a>
      <Search />
      <RunningJobs />
      <Live />
      <a
        class="console-user"
        href={manualAddress(MANUAL_PAGES, path.value, language.value)}
        target="_blank"
        rel="noopener"
        aria-label={t(msg("Manual for this screen"))}
        title={t(msg("Manual for this screen"))}
      >
        <Icon name="question" size={20} />
      </a>
      <a class="console-user" href="#/me" aria-label={session.value?.user.fullName}>
        <Icon name="person" size={20} />
        <span>{session.value?.user.fullName}</span>
      </a>
    </header>
  );
}

/** Whether the shown data are up to date. */
function Live() {
  const isAway = connection.value === "away";
  const isLate = useDelayed(true, 1000);
  const isLive = !isAway && streamState.value === "live";
  const asking = isLate ? t(msg("Connecting…")) : "";
  return (
    <span class={`console-live ${isAway ? "is-away" : isLive ? "is-live" : ""}`} role="status">
      {isAway && (
        <>
          <Icon name="away" size={18} />
          {lastResponseAt.value === null
            ? t(msg("No connection"))
            : t(msg("No connection since {at}"), { at: when(lastResponseAt.value) })}
        </>
      )}
      {!isAway && (isLive ? t(msg("Live")) : asking)}
    </span>
  );
}

/** While jobs run: their number, the progress of the first, and a link to their page. */
function RunningJobs() {
  const jobs = eventData.jobs.value?.jobs ?? [];
  const [first] = jobs;
  return (
    <>
      {first !== undefined && (
        <a class="console-jobs" href="#/jobs">
          <progress aria-hidden="true" {...barOf(first)} />
          <span>
            {t(msg("{n, plural, one {# job} other {# jobs}}"), { n: jobs.length })}
            {first.total !== null && first.total > 0 && ` ${percent(first)}`}
          </span>
        </a>
      )}
      {/* Read out at start and end, not at each step. */}
      <span class="sr-only" role="status">
        {first !== undefined && t(msg("A job is running"))}
      </span>
    </>
  );
}

function barOf({ done, total }: JobSummary) {
  return total === null || total === 0 ? {} : { value: Math.min(done, total), max: total };
}

function percent({ done, total }: JobSummary): string {
  return number(Math.min(1, done / (total ?? 1)), { style: "percent" });
}
