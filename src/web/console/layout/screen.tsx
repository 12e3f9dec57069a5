import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { path } from "../../router/router.ts";

interface ScreenProps {
  readonly title: string;
  /** The screens that this one belongs to, as links above the title. */
  readonly above?: ComponentChildren;
  /** Marks beside the title: a state, what kind it is. */
  readonly badges?: ComponentChildren;
  /** Buttons and links beside the title: the main actions of the screen. */
  readonly actions?: ComponentChildren;
  /** Links to the other screens of the same record or section, below the title. */
  readonly tabs?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One screen of the console: its title with its actions, and its content. The title has the focus when the screen comes. */
export function Screen({ title, above, badges, actions, tabs, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = path.value.split("?")[0];
  useEffect(() => {
    document.title = `${title} · tallybox`;
  }, [title]);
  useEffect(() => {
    // Not where the screen has put it already.
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
