import { isAnyDelivering, mayDeliver } from "../../access/devices/deliveries.ts";
import { HttpsRequired } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Certificates } from "./certificates.ts";

/** Makes the HTTPS rule of this server. `certificates` null: HTTPS is off. */
export function makeHttpsRule(
  { storage, clock, config }: Pick<Dependencies, "storage" | "clock" | "config">,
  certificates: Certificates | null,
): HttpsRule {
  const { isRequiredForLogin: fixed } = config.https;
  let cachedSetting: boolean | null = null;
  storage.onCommit((tables) => {
    if (tables.has("setting")) cachedSetting = null;
  });
  function isRequired(): boolean {
    if (fixed !== null) return fixed;
    cachedSetting ??= readSettings(storage.db).settings.isHttpsRequired;
    return cachedSetting;
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
    isAnyDelivering: () => isAnyDelivering(storage.db, clock.now()),
    demandDelivery(deviceTokenId, host) {
      if (deviceTokenId !== null && mayDeliver(storage.db, deviceTokenId)) return;
      throw new HttpsRequired(addressFor(host));
    },
  };
}
