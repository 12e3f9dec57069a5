import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { path } from "../../router/router.ts";
import { SECTIONS, sectionOf } from "../navigation/sections.ts";
import { pendingIn } from "./badges.ts";
import { isMenuOpen } from "./menu.ts";
import { NavIcon } from "./nav-icon.tsx";
import { useDismiss } from "./use-dismiss.ts";

const ID = "console-nav";

/** The way through the console: what this user may open. */
export function Nav() {
  const here = sectionOf(path.value);
  useDismiss(ID, isMenuOpen.value, () => {
    isMenuOpen.value = false;
  });
  return (
    <nav id={ID} class={isMenuOpen.value ? "console-nav is-open" : "console-nav"} aria-label={t(TEXTS.parts)}>
      <ul>
        {SECTIONS.filter((section) => may(section.may)).map((section) => (
          <li key={section.name}>
            <a href={`#/${section.name}`} aria-current={section === here ? "page" : undefined}>
              <NavIcon name={section.name} />
              <span>{t(section.words)}</span>
              <Badge count={pendingIn(section.name)} />
            </a>
          </li>
        ))}
      </ul>
      <a class="console-terminal" href="/">
        <NavIcon name="terminal" />
        <span>{t(TEXTS.terminal)}</span>
      </a>
    </nav>
  );
}

function Badge({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span class="badge">
      {count}
      <span class="unseen"> {t(TEXTS.waiting)}</span>
    </span>
  );
}

const TEXTS = {
  parts: msg("Main menu"),
  terminal: msg("Go to counting"),
  waiting: msg("pending"),
};
