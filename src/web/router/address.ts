import { go, path, pathNow } from "./router.ts";

// A screen keeps its state in its address (`#/articles?q=saw&sort=-price`), for bookmarks, links and Back.

/** The query of the current address. */
export function addressQuery(): URLSearchParams {
  return new URLSearchParams(path.value.split("?")[1] ?? "");
}

/** The query of the address as it is now, which `addressQuery` follows after an event. */
export function queryNow(): URLSearchParams {
  addressQuery();
  return new URLSearchParams(pathNow().split("?")[1] ?? "");
}

/** The path of a screen with a query, without null and empty values. */
export function addressOf(screen: string, query: Readonly<Record<string, string | number | null>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== "") params.set(name, String(value));
  }
  const text = params.toString();
  return text === "" ? screen : `${screen}?${text}`;
}

/** Changes parts of the current query; null removes one. `replace`: no history entry. */
export function changeQuery(
  changed: Readonly<Record<string, string | number | null>>,
  { replace = false } = {},
): void {
  const [screen = "/"] = path.value.split("?");
  // `path` follows the address after the `hashchange` event. A change just before this one must not be lost.
  const [currentScreen, query = ""] = pathNow().split("?");
  const now = currentScreen === screen ? new URLSearchParams(query) : addressQuery();
  go(addressOf(screen, { ...Object.fromEntries(now), ...changed }), { replace });
}
