import type { ComponentType } from "preact";
import type { Permission } from "../../domain/roles.ts";
import { match } from "./router.ts";

/** A screen: its path and who may see it. */
export interface Screen {
  /** Such as `/count/:id`. A segment with a colon is passed as a prop. */
  readonly path: string;
  readonly needs: "nobody" | "user";
  /** The required permission; absent: none. */
  readonly may?: Permission;
  readonly show: ComponentType<Readonly<Record<string, string>>>;
  /** The tab that is highlighted. */
  readonly tab?: "count" | "find" | "mine" | "more";
}

/** The screen of a path, with the values of its segments. */
export interface FoundScreen {
  readonly screen: Screen;
  readonly values: Readonly<Record<string, string>>;
}

/** Finds the screen of a path; null: none matches. */
export function screenAt(screens: readonly Screen[], path: string): FoundScreen | null {
  for (const screen of screens) {
    const values = match(screen.path, path);
    if (values !== null) return { screen, values };
  }
  return null;
}
