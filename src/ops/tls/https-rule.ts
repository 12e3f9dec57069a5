import type Koa from "koa";
import { isAnyDelivering, mayDeliver } from "../../access/devices/deliveries.ts";
import type { DeviceTransport } from "../../access/devices/device-use.ts";
import { HttpsRequired } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Certificates } from "./certificates.ts";

/** Whether HTTPS is required: `Https:RequiredForLogin` where it is set, else as an Admin has chosen in the console. */
export interface HttpsRule {
  isRequired(): boolean;
  /** How a request came; `isExposed`: over plain HTTP from another host. */
  transportOf(isExposed: boolean): DeviceTransport;
  /** It is set in the configuration, so nobody can change it in the console. */
  readonly isFixed: boolean;
  /** The HTTPS address for a client that asked for this host; null: HTTPS is off. */
  addressFor(host: string): string | null;
  /** True while some device may still load the page over plain HTTP to send what it holds. */
  isAnyDelivering(): boolean;
  /** Throws HttpsRequired unless this device may still send what it holds over plain HTTP. */
  demandDelivery(deviceTokenId: number | null, host: string): void;
}

/** Makes the rule of this server; `trust` null: HTTPS is off. */
export function makeHttpsRule(
  { storage, clock, config }: Pick<Dependencies, "storage" | "clock" | "config">,
  trust: Certificates | null,
): HttpsRule {
  const { isRequiredForLogin: fixed } = config.https;
  let chosen: boolean | null = null;
  storage.onCommit((tables) => {
    if (tables.has("setting")) chosen = null;
  });
  function isRequired(): boolean {
    if (fixed !== null) return fixed;
    chosen ??= readSettings(storage.db).settings.isHttpsRequired;
    return chosen;
  }
  const addressFor = (host: string) => trust?.addressFor(host) ?? null;
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

/** The host that a request asks for, an IPv6 address without its brackets. */
export function hostOf(ctx: Koa.Context): string {
  return ctx.hostname.replace(/^\[(.*)\]$/, "$1");
}
