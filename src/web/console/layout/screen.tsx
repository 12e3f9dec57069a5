import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { path } from "../../router/router.ts";

/** The properties of a screen. */
export interface ScreenProps {
  readonly title: string;
  /** The screens that this one belongs to, as links above the title. */
  readonly above?: ComponentChildren;
  /** Badges beside the title, for example a state. */
  readonly badges?: ComponentChildren;
  /** Buttons and links beside the title: the main actions of the screen. */
  readonly actions?: ComponentChildren;
  /** Links to the other screens of the same record or section, below the title. */
  readonly tabs?: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * A screen of the console: its title with the actions, and its content. The title gets the focus when the screen
 * opens.
 */
export function Screen({ title, above, badges, actions, tabs, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = path.value.split("?")[0];
  useEffect(() => {
    document.title = `${title} · tallybox`;
  }, [title]);
  useLayoutEffect(() => {
    // Unless the screen has focused an element already.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
    scrollTo(0, 0);
  }, [place]);
  return (
    <main class="screen" id="content">
      {above !== undefined && <div class="screen-above">{above}</div>}
      <div class={tabs === undefined ? "screen-title" : "screen-title has-tabs"}>
        <div class="screen-name">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badges}
        </div>
        {actions !== undefined && <div class="screen-actions">{actions}</div>}
      </div>
      {tabs}
      {children}
    </main>
  );
}
