import { isAnyDelivering, mayDeliver } from "../../access/devices/deliveries.ts";
import { HttpsRequired } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { httpsRequiredSince, readSettings, saveHttpsRequiredSince } from "../../settings/settings.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Certificates } from "./certificates.ts";

/** Saves at the start since when HTTPS is required: the configuration may have changed. */
export async function recordRequirement({
  storage,
  config,
}: Pick<Dependencies, "storage" | "config">): Promise<void> {
  const isRequired = config.https.isRequiredForLogin ?? readSettings(storage.db).settings.isHttpsRequired;
  if (isRequired === (deliveryEnd(storage) !== null)) return;
  await storage.write(null, (tx) => saveRequirement(tx, isRequired), { evenWhenLow: true });
}

/** Makes the HTTPS rule of this server. `certificates` null: HTTPS is off. */
export function makeHttpsRule(
  { storage, clock, config }: Pick<Dependencies, "storage" | "clock" | "config">,
  certificates: Certificates | null,
): HttpsRule {
  const { isRequiredForLogin: fixed } = config.https;
  let cachedSetting: boolean | null = null;
  let cachedEnd: { readonly at: number | null } | null = null;
  storage.onCommit((tables) => {
    if (!tables.has("setting")) return;
    cachedSetting = null;
    cachedEnd = null;
  });
  function isRequired(): boolean {
    if (fixed !== null) return fixed;
    cachedSetting ??= readSettings(storage.db).settings.isHttpsRequired;
    return cachedSetting;
  }
  function isDeliveryOpen(): boolean {
    cachedEnd ??= { at: deliveryEnd(storage) };
    return cachedEnd.at !== null && clock.now() < cachedEnd.at;
  }
  const addressFor = (host: string) => certificates?.addressFor(host) ?? null;
  return {
    isFixed: fixed !== null,
    isRequired,
    transportOf(isExposed) {
      if (!isExposed) return "secure";
      return isRequired() ? "unaccepted" : "plain";
    },
    addressFor,
    isAnyDelivering: () => isDeliveryOpen() && isAnyDelivering(storage.db, clock.now()),
    assertDelivery(deviceTokenId, host) {
      if (deviceTokenId !== null && isDeliveryOpen() && mayDeliver(storage.db, deviceTokenId)) return;
      throw new HttpsRequired(addressFor(host));
    },
  };
}

// Terminals may send their unsent counts over plain HTTP for a while from the time on at which HTTPS is required.

/** Time that terminals have to send over plain HTTP what they hold. */
const DELIVERY_DAYS = 30;
const DAY_MS = 86_400_000;

/** End of the time in which terminals may send over plain HTTP, in milliseconds since 1970; null: HTTPS is not required. */
function deliveryEnd({ db }: Pick<Storage, "db">): number | null {
  const since = httpsRequiredSince(db);
  return since === null ? null : since + DELIVERY_DAYS * DAY_MS;
}

/** Saves since when HTTPS is required. Changes nothing where that is the case already. */
export function saveRequirement(tx: Tx, isRequired: boolean): void {
  if (!isRequired) saveHttpsRequiredSince(tx, null);
  else if (httpsRequiredSince(tx) === null) saveHttpsRequiredSince(tx, Date.parse(tx.now));
}
