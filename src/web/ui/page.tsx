import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { goBack, path, pathNow } from "../router/router.ts";
import { Icon } from "./icon.tsx";

interface PageProps {
  readonly title: string;
  /** Shows the way back to the screen before. */
  readonly back?: boolean;
  /** Controls beside the title. */
  readonly titleActions?: ComponentChildren;
  /** The main actions of the screen: they stay at the bottom, under the thumb. */
  readonly actions?: ComponentChildren;
  /** Beside the class of every page. */
  readonly class?: string;
  /** True for a page that another one will replace. */
  readonly isTemporary?: boolean;
  readonly children: ComponentChildren;
}

const screenOf = (address: string) => address.split("?")[0] ?? "";

/** The screen on which the last click was made, if a key or a screen reader made it. */
let leftByKey: string | null = null;
addEventListener(
  "click",
  ({ detail }) => {
    leftByKey = detail === 0 ? screenOf(pathNow()) : null;
  },
  { capture: true },
);

/** One screen: its title (it has the focus where the screen was opened by a key or a screen reader), its content, and its actions at the bottom. */
export function Page(props: PageProps) {
  const {
    title,
    back = false,
    titleActions,
    actions,
    class: own = "",
    isTemporary = false,
    children,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = screenOf(path.value);
  useEffect(() => {
    document.title = `${title} · tallybox`;
  }, [title]);
  useEffect(() => {
    // After a tap the focus belongs to the field of the scanner. A screen that appears where a key was pressed was not opened by it.
    if (leftByKey === null || leftByKey === screen) return;
    heading.current?.focus({ preventScroll: true });
    if (!isTemporary) leftByKey = null;
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
        {titleActions}
      </div>
      {children}
      {actions && <div class="actions">{actions}</div>}
    </main>
  );
}

const BACK = msg("Back");
