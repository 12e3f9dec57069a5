import { signal } from "@preact/signals";
import { call } from "../api/call.ts";
import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { sendRequest } from "../api/send-request.ts";
import { NotLoggedIn, requestAsTerminal } from "../api/tokens.ts";
import { readValue, type Values, writeValue } from "../db/values.ts";
import { siteLanguage } from "../i18n/translate.ts";

/** Settings of the site for its terminals. The defaults are those of a new server. */
export const site = signal<Values["site"]>({
  siteName: "",
  language: "en",
  terminalLockMinutes: 15,
  quantityWarningFactor: 10,
});

/** Loads the stored settings. */
export async function startSite(): Promise<void> {
  const known = await readValue("site");
  if (known === undefined) return;
  site.value = known;
  siteLanguage.value = known.language;
}

/** Loads the settings from the server. Without a response they stay unchanged. */
export async function loadSite(): Promise<void> {
  try {
    const response = await requestAsTerminal(call("GET /api/settings/terminal"));
    await writeValue("site", response);
    site.value = response;
    siteLanguage.value = response.language;
  } catch (error) {
    if (!isExpectedFailure(error)) throw error;
  }
}

/** True if the server is unreachable, or rejects this terminal or user. The screens show both. */
export function isExpectedFailure(error: unknown): boolean {
  return error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn;
}

/** Whether the server has no users yet. False where it does not respond. */
export async function isNewServer(): Promise<boolean> {
  try {
    return (await sendRequest(call("GET /api/setup"))).isNeeded;
  } catch (error) {
    if (error instanceof ServerUnreachable || error instanceof ApiError) return false;
    throw error;
  }
}
