import { go, path, pathNow } from "./router.ts";

// What a screen shows stands in its address (`#/articles?q=saw&sort=-price`): it can be kept, sent and gone back to.

/** What stands behind `?` in the address of the screen that is shown. */
export function addressQuery(): URLSearchParams {
  return new URLSearchParams(path.value.split("?")[1] ?? "");
}

/** The path of a screen with a query; what is null or empty is left out. */
export function addressOf(screen: string, query: Readonly<Record<string, string | number | null>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== "") given.set(name, String(value));
  }
  const text = given.toString();
  return text === "" ? screen : `${screen}?${text}`;
}

/** Changes parts of the query of the screen that is shown; null takes one away. `replace`: no step to come back to. */
export function changeQuery(
  changed: Readonly<Record<string, string | number | null>>,
  { replace = false } = {},
): void {
  const [screen = "/"] = path.value.split("?");
  // The screen follows the address a moment later: a change just before this one must not be undone.
  const [newest, query = ""] = pathNow().split("?");
  const now = newest === screen ? new URLSearchParams(query) : addressQuery();
  go(addressOf(screen, { ...Object.fromEntries(now), ...changed }), { replace });
}
