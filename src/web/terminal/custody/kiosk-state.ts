import { computed, effect, signal } from "@preact/signals";
import { answering, dataHistory } from "../../api/data-history.ts";
import { isCovered } from "../../api/screen-cover.ts";
import { device, session } from "../../api/tokens.ts";
import { onTabMessage } from "../../db/tab-messages.ts";
import { readValue, type StoredKiosk, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { go } from "../../router/router.ts";

/** The screen of the kiosk. */
export const KIOSK_PATH = "/kiosk/open";

const begun = signal<StoredKiosk | null>(null);

/**
 * Set while this terminal hands out and takes back by badges when it is locked; null: it does not. A new pairing ends it. It pauses
 * while the server rejects the pairing, or another installation has the address: nothing could be recorded there.
 */
export const kiosk = computed(() => (begun.value !== null && isPossible(begun.value) ? begun.value : null));

function isPossible({ deviceToken, installation }: StoredKiosk): boolean {
  const pairing = device.value;
  const current = dataHistory.value?.installation ?? installation;
  return (
    pairing?.deviceToken === deviceToken &&
    !pairing.isRevoked &&
    (installation === undefined || installation === current)
  );
}

/** Somebody at the kiosk wants to log in. */
export const isLoginWanted = signal(false);

/** Whether it was left for a login, which nobody may have completed. */
export const isKioskLeft = computed(() => kiosk.value !== null && isLoginWanted.value);

/** Whether the kiosk is shown in place of the user choice. */
export const isKioskShown = computed(() => kiosk.value !== null && !isLoginWanted.value);

/** Shows the kiosk again after somebody at it wanted to log in. */
export function returnToKiosk(): void {
  isLoginWanted.value = false;
  if (session.value === null) go(KIOSK_PATH, { replace: true });
}

/** Reads the stored state, and follows other tabs. */
export async function startKiosk(): Promise<void> {
  const read = async () => {
    begun.value = (await readValue("kiosk")) ?? null;
  };
  onTabMessage((what) => {
    if (what === "values") read().catch(reportError);
  });
  await read();
  effect(() => {
    if (!isCovered.value) isLoginWanted.value = false;
  });
}

/** Begins or ends (null) the kiosk. */
export async function setKiosk(
  state: Omit<StoredKiosk, "deviceToken" | "installation"> | null,
): Promise<void> {
  const pairing = device.value;
  const next = state && pairing && { ...state, ...answering(), deviceToken: pairing.deviceToken };
  await writeValue("kioskVisit", null);
  await writeValue("kiosk", next);
  begun.value = next;
}
