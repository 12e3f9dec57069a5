import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { goBack, isOpeningScreen, path } from "../router/router.ts";
import { Icon } from "./icon.tsx";

interface PageProps {
  readonly title: string;
  /** Shows the way back to the screen before. */
  readonly back?: boolean;
  /** Beside the title. */
  readonly beside?: ComponentChildren;
  /** The main actions of the screen: they stay at the bottom, under the thumb. */
  readonly actions?: ComponentChildren;
  /** Beside the class of every page. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Whether the last click was made by a key or a screen reader. */
let isByKey = false;
addEventListener(
  "click",
  ({ detail }) => {
    isByKey = detail === 0;
  },
  { capture: true },
);

/** One screen: its title (it has the focus where the screen was opened by a key or a screen reader), its content, and its actions at the bottom. */
export function Page({ title, back = false, beside, actions, class: own = "", children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = path.value.split("?")[0];
  useEffect(() => {
    document.title = `${title} · tallybox`;
  }, [title]);
  useEffect(() => {
    // After a tap the focus belongs to the field of the scanner.
    if (isByKey && !isOpeningScreen.peek()) heading.current?.focus({ preventScroll: true });
    isByKey = false;
  }, [screen]);
  return (
    <main class={`page ${actions ? "has-actions" : ""} ${own}`} key={path.value}>
      <div class="page-title">
        {back && (
          <button type="button" class="plain" aria-label={t(BACK)} onClick={goBack}>
            <Icon name="back" />
          </button>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </div>
      {children}
      {actions && <div class="actions">{actions}</div>}
    </main>
  );
}

const BACK = msg("Back");
