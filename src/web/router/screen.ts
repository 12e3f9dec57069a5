import type { ComponentType } from "preact";
import type { Permission } from "../../domain/roles.ts";
import { match } from "./router.ts";

/** A screen: where it is found, and who may see it. */
export interface Screen {
  /** `/count/:id`; a part with a colon is handed over under its name. */
  readonly path: string;
  readonly needs: "nobody" | "user";
  /** Who of them; without it all. */
  readonly may?: Permission;
  readonly show: ComponentType<Readonly<Record<string, string>>>;
  /** Which of the tabs below it belongs to. */
  readonly tab?: "count" | "find" | "mine" | "more";
}

/** A screen that a path leads to, with the values of the path's parts. */
export interface FoundScreen {
  readonly screen: Screen;
  readonly values: Readonly<Record<string, string>>;
}

/** The screen of a path; null: none of these. */
export function screenAt(screens: readonly Screen[], path: string): FoundScreen | null {
  for (const screen of screens) {
    const values = match(screen.path, path);
    if (values !== null) return { screen, values };
  }
  return null;
}
