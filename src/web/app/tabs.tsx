import { say, type Words } from "../../domain/message.ts";
import { Icon, type IconName } from "./icon.tsx";
import type { Screen } from "./screens.ts";
import { t } from "./words.ts";

type Tab = NonNullable<Screen["tab"]>;

const TABS: readonly { tab: Tab; path: string; icon: IconName; words: Words }[] = [
  { tab: "count", path: "/count", icon: "count", words: say("Count", "Inventura") },
  { tab: "find", path: "/find", icon: "find", words: say("Find", "Hledat") },
  { tab: "mine", path: "/mine", icon: "person", words: say("Mine", "Moje") },
  { tab: "more", path: "/more", icon: "more", words: say("More", "Více") },
];

/** The four ways through the terminal, under the thumb. */
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

const NAVIGATION = say("Main menu", "Hlavní nabídka");
