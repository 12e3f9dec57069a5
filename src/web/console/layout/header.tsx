import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { session } from "../../api/tokens.ts";
import { t, when } from "../../i18n/translate.ts";
import { site } from "../../login/site.ts";
import { Icon } from "../../ui/icon.tsx";
import { Logo } from "../../ui/logo.tsx";
import { streamState } from "../realtime/live.ts";
import { Search } from "../search/search.tsx";
import { isMenuOpen } from "./menu.ts";
import { RunningJobs } from "./running-jobs.tsx";

/** Always in sight: whose warehouse it is, whether what is shown is live, the search, and who works here. */
export function Header() {
  return (
    <header class="console-header">
      <button
        type="button"
        class="plain menu-button"
        aria-expanded={isMenuOpen.value}
        aria-controls="console-nav"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      >
        <Icon name="menu" />
        <span class="unseen">{t(TEXTS.menu)}</span>
      </button>
      <a class="console-name" href="#/overview">
        <Logo />
        <span>{site.value.siteName || "tallybox"}</span>
      </a>
      <Search />
      <RunningJobs />
      <Live />
      <a class="console-who" href="#/me" aria-label={session.value?.user.fullName}>
        <Icon name="person" size={20} />
        <span>{session.value?.user.fullName}</span>
      </a>
    </header>
  );
}

/** Whether what is shown is what is so now. */
function Live() {
  const isAway = connection.value === "away";
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  const isLive = !isAway && streamState.value === "live";
  const asking = isLate ? t(TEXTS.asking) : "";
  return (
    <span class={`console-live ${isAway ? "is-away" : isLive ? "is-live" : ""}`} role="status">
      {isAway && (
        <>
          <Icon name="away" size={18} />
          {lastResponseAt.value === null
            ? t(TEXTS.away)
            : t(TEXTS.awaySince, { at: when(lastResponseAt.value) })}
        </>
      )}
      {!isAway && (isLive ? t(TEXTS.live) : asking)}
    </span>
  );
}

const TEXTS = {
  menu: msg("Menu"),
  live: msg("Live"),
  asking: msg("Connecting…"),
  away: msg("No connection"),
  awaySince: msg("No connection since {at}"),
};
