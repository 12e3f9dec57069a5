import { useRef } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import { moved } from "../../api/https-address.ts";
import { isCovered } from "../../api/screen-cover.ts";
import { device, session } from "../../api/tokens.ts";
import { language, t } from "../../i18n/translate.ts";
import { changeUser } from "../../login/lock-screen.ts";
import { unanswered, unsent } from "../../offline/outbox/unsent.ts";
import { isOfOthers, lostCounts } from "../../offline/outbox/unsent-marker.ts";
import type { Screen } from "../../router/lazy-screens.ts";
import { manualAddress } from "../../router/manual-address.ts";
import { path } from "../../router/router.ts";
import { waitingScans } from "../../scanner/scans.ts";
import { useFittedSize } from "../../ui/fitted.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { MANUAL_PAGES } from "./manual-pages.ts";

/** This many queued scans mean that the device is slow. */
const BUSY_SCANS = 5;

/** The top bar: unsent entries, connection, the manual (which is on the server), and the user. */
export function TopBar() {
  const user = session.value?.user;
  const isAway = connection.value === "away";
  const isLost = lostCounts.value !== null && !isOfOthers(lostCounts.value);
  // A long status gets the room of the manual's link, so that it stays readable.
  const isLong = unanswered.value > 0 && unsent.value > unanswered.value;
  const icon = isLost ? "warning" : isAway ? "away" : unsent.value > 0 ? "send" : "there";
  return (
    <header class="top-bar">
      <a class={isAway || isLost ? "chip is-away" : "chip"} href={isCovered.value ? undefined : "#/unsent"}>
        <Icon name={icon} size={20} />
        <ChipText text={statusText(isAway)} role="status" />
      </a>
      {!isAway && !isLong && !isCovered.value && (
        <a
          class="chip is-help"
          href={manualAddress(MANUAL_PAGES, path.value, language.value)}
          aria-label={t(msg("Manual for this screen"))}
        >
          <Icon name="question" size={20} />
        </a>
      )}
      {user && !isCovered.value && moved.value === null && <UserChip name={user.fullName} />}
    </header>
  );
}

/** The text of a chip, whole in a smaller font where it is long. */
function ChipText({ text, role }: { readonly text: string; readonly role?: "status" }) {
  const box = useRef<HTMLSpanElement>(null);
  useFittedSize(box, text);
  return (
    <span ref={box} role={role}>
      {text}
    </span>
  );
}

function UserChip({ name }: { readonly name: string }) {
  const content = (
    <>
      <Icon name="person" size={20} />
      <ChipText text={name} />
    </>
  );
  if (device.value === null) {
    return (
      <a class="chip is-user" href="#/more">
        {content}
      </a>
    );
  }
  return (
    <button type="button" class="chip is-user" onClick={changeUser}>
      {content}
    </button>
  );
}

function statusText(isAway: boolean): string {
  const waiting = unsent.value - unanswered.value;
  // Beside a question the icon and the colour have to say that there is no connection.
  const isHeldBack = isAway && unanswered.value === 0;
  const unsentTexts =
    waiting > 0
      ? [t(isHeldBack ? msg("{n} not sent yet, no connection") : msg("{n} not sent yet"), { n: waiting })]
      : [];
  const askedTexts =
    unanswered.value > 0
      ? [t(msg("{n, plural, one {# needs} other {# need}} your answer"), { n: unanswered.value })]
      : [];
  const scanned = waitingScans.value;
  if (scanned >= BUSY_SCANS)
    return t(msg("{n, plural, one {# scan} other {# scans}} waiting"), { n: scanned });
  if (unsent.value > 0) return [...askedTexts, ...unsentTexts].join(" · ");
  const lost = lostCounts.value;
  if (lost !== null && !isOfOthers(lost))
    return t(msg("{n} not sent: lost"), { n: lost.counts + lost.others });
  if (isAway) return t(msg("No connection"));
  if (connection.value !== "there") return t(msg("Connecting…"));
  // Without a login nothing was sent.
  return t(session.value === null ? msg("Connected") : msg("All sent"));
}

type Tab = NonNullable<Screen["tab"]>;

const TABS: readonly { tab: Tab; path: string; icon: IconName; label: Message }[] = [
  { tab: "count", path: "/count", icon: "count", label: msg("Count", "stocktake") },
  { tab: "find", path: "/find", icon: "find", label: msg("Find") },
  { tab: "mine", path: "/mine", icon: "person", label: msg("Mine") },
  { tab: "more", path: "/more", icon: "more", label: msg("More") },
];

/** The main navigation, at the bottom. */
export function Tabs({ current }: { readonly current: Tab | null }) {
  return (
    <nav class="tabs" aria-label={t(msg("Main menu"))}>
      {TABS.map(({ tab, path, icon, label }) => (
        <a key={tab} href={`#${path}`} aria-current={tab === current ? "page" : undefined}>
          <Icon name={icon} />
          <span>{t(label)}</span>
        </a>
      ))}
    </nav>
  );
}
