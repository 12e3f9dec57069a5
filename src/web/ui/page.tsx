import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { goBack, path, pathNow } from "../router/router.ts";
import { IconButton } from "./button.tsx";
import { useFittedName } from "./fitted.ts";

interface PageProps {
  readonly title: string;
  /** The user has come from no other screen: there is no button to go back. */
  readonly isStart?: boolean;
  /** Controls beside the title. */
  readonly titleActions?: ComponentChildren;
  /** The main actions of the screen, at the bottom of the window. */
  readonly actions?: ComponentChildren;
  /** Additional classes. */
  readonly class?: string;
  /** True for a page that another one replaces, such as a loading state. */
  readonly isTemporary?: boolean;
  /** True while a reload would lose what is in no text field, such as a choice or a photo: no update is applied. */
  readonly isUnsaved?: boolean;
  readonly children?: ComponentChildren;
}

const screenOf = (address: string) => address.split("?")[0] ?? "";

/** The screen on which a key or a screen reader made the last click. */
let leftByKey: string | null = null;
addEventListener(
  "click",
  ({ detail }) => {
    leftByKey = detail === 0 ? screenOf(pathNow()) : null;
  },
  { capture: true },
);

/**
 * A screen of the terminal: title, content, and actions at the bottom. The title has the focus if the screen was
 * opened by a key or a screen reader.
 */
export function Page(props: PageProps) {
  const {
    title,
    isStart = false,
    titleActions,
    actions,
    class: own = "",
    isTemporary = false,
    isUnsaved = false,
    children,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = screenOf(path.value);
  useFittedName(heading, title, { state: own });
  useEffect(() => {
    document.title = `${title} · tallybox`;
  }, [title]);
  useLayoutEffect(() => {
    // After a tap, the scan field keeps the focus. A screen that appears where a key was pressed was not opened
    // by it.
    if (leftByKey === null || leftByKey === screen) return;
    heading.current?.focus({ preventScroll: true });
    if (!isTemporary) leftByKey = null;
  }, [screen]);
  return (
    <main class={`page ${actions ? "has-actions" : ""} ${own}`} key={path.value} data-unsaved={isUnsaved}>
      <div class="page-title">
        {!isStart && <IconButton icon="back" label={t(msg("Back"))} onClick={() => goBack()} />}
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
