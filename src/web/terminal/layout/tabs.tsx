import { type Message, msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import type { Screen } from "../../router/screen.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

type Tab = NonNullable<Screen["tab"]>;

const TABS: readonly { tab: Tab; path: string; icon: IconName; words: Message }[] = [
  { tab: "count", path: "/count", icon: "count", words: msg("Count", "stocktake") },
  { tab: "find", path: "/find", icon: "find", words: msg("Find") },
  { tab: "mine", path: "/mine", icon: "person", words: msg("Mine") },
  { tab: "more", path: "/more", icon: "more", words: msg("More") },
];

/** The main navigation, at the bottom. */
export function Tabs({ current }: { readonly current: Tab | null }) {
  return (
    <nav class="tabs" aria-label={t(NAVIGATION)}>
      {TABS.map(({ tab, path, icon, words }) => (
        <a key={tab} href={`#${path}`} aria-current={tab === current ? "page" : undefined}>
          <Icon name={icon} />
          <span>{t(words)}</span>
        </a>
      ))}
    </nav>
  );
}

const NAVIGATION = msg("Main menu");
