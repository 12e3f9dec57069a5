import { signal } from "@preact/signals";
import { call } from "../api/call.ts";
import { sendRequest } from "../api/send-request.ts";
import { requestAsTerminal } from "../api/tokens.ts";
import { readValue, type Values, writeValue } from "../db/values.ts";
import { nullIfExpected } from "../errors/error-queue.ts";
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
  const response = await requestAsTerminal(call("GET /api/settings/terminal")).catch(nullIfExpected);
  if (response === null) return;
  await writeValue("site", response);
  site.value = response;
  siteLanguage.value = response.language;
}

/** Whether the server has no users yet. False where it does not respond. */
export async function isNewServer(): Promise<boolean> {
  const setup = await sendRequest(call("GET /api/setup")).catch(nullIfExpected);
  return setup?.isNeeded ?? false;
}
