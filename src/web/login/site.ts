import { signal } from "@preact/signals";
import { ApiError, ServerUnreachable } from "../api/ask.ts";
import { askAsTerminal, NotLoggedIn } from "../api/tokens.ts";
import { readValue, type Values, writeValue } from "../db/values.ts";
import { siteLanguage } from "../i18n/translate.ts";

/** What the site has settled for its terminals; until the server was asked, what a new box has. */
export const site = signal<Values["site"]>({
  siteName: "",
  language: "en",
  terminalLockMinutes: 15,
  quantityWarningFactor: 10,
});

/** Brings back what the server said last. */
export async function startSite(): Promise<void> {
  const known = await readValue("site");
  if (known === undefined) return;
  site.value = known;
  siteLanguage.value = known.language;
}

/** Asks the server anew; without it all stays as it was. */
export async function askSite(): Promise<void> {
  try {
    const told = await askAsTerminal<Values["site"]>("/api/settings/terminal");
    await writeValue("site", told);
    site.value = told;
    siteLanguage.value = told.language;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}

/** The server is away, or does not know this terminal (any more): the screens tell of both. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn;
}
