import { sql } from "kysely";
import { z } from "zod";
import { isAnyDelivering, mayDeliver, usesWithUnsentCounts } from "../../access/devices/deliveries.ts";
import { HttpsRequired, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { DEVICE_KINDS } from "../../domain/principal.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { isOpen, pendingOfDevice } from "../../inventories/counting/count-sql.ts";
import {
  changeSettings,
  httpsRequiredSince,
  readSettings,
  saveHttpsRequiredSince,
} from "../../settings/settings.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import type { Certificates } from "./certificates.ts";

/** Saves at the start since when HTTPS is required: the configuration may have changed. */
export async function recordRequirement({
  storage,
  config,
}: Pick<Dependencies, "storage" | "config">): Promise<void> {
  const isRequired = config.https.isRequiredForLogin ?? readSettings(storage.db).settings.isHttpsRequired;
  if (isRequired === (httpsRequiredSince(storage.db) !== null)) return;
  await storage.write(null, (tx) => saveRequirement(tx, isRequired), { evenWhenLow: true });
}

/** Makes the HTTPS rule of this server. `certificates` null: HTTPS is off. */
export function makeHttpsRule(
  { storage, clock, config }: Pick<Dependencies, "storage" | "clock" | "config">,
  certificates: Certificates | null,
): HttpsRule {
  const { isRequiredForLogin: fixed } = config.https;
  let cachedSetting: boolean | null = null;
  let cachedSince: { readonly at: number | null } | null = null;
  storage.onChange(["setting"], () => {
    cachedSetting = null;
    cachedSince = null;
  });
  function isRequired(): boolean {
    if (fixed !== null) return fixed;
    cachedSetting ??= readSettings(storage.db).settings.isHttpsRequired;
    return cachedSetting;
  }
  function isDeliveryOpen(): boolean {
    cachedSince ??= { at: httpsRequiredSince(storage.db) };
    return cachedSince.at !== null && clock.ago(DELIVERY_MS) < cachedSince.at;
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
const DELIVERY_MS = DELIVERY_DAYS * 86_400_000;

/** Saves since when HTTPS is required. Changes nothing where that is the case already. */
function saveRequirement(tx: Tx, isRequired: boolean): void {
  if (!isRequired) saveHttpsRequiredSince(tx, null);
  else if (httpsRequiredSince(tx) === null) saveHttpsRequiredSince(tx, Date.parse(tx.now));
}

/** Unsent counts that the device reported last: since HTTPS is required, or with its counts. */
const unsent = sql<number>`ifnull(n.unsent, ${pendingOfDevice})`;

const activeDevices = (now: string) =>
  usesWithUnsentCounts()
    .innerJoin("deviceToken as d", "d.oid", "n.deviceTokenId")
    .where("d.revokedDT", "is", null)
    .where("d.expiresAt", ">", now);

/** The active devices of a tenant whose last transport was plain HTTP or is unknown; newest first. */
const devices = statement((p: { tenantId: number; now: string }) =>
  activeDevices(p.now)
    .where("d.tenantId", "=", p.tenantId)
    .orderBy("d.oid", "desc")
    .select(["d.oid as deviceTokenId", "d.deviceName", "d.kind", "n.lastUsedDT", "n.isOverHttp"])
    .select(unsent.as("unsent")),
);

const devicesOfOthers = statement((p: { tenantId: number; now: string }) =>
  activeDevices(p.now)
    .where("d.tenantId", "<>", p.tenantId)
    .select([sql<number>`count(*)`.as("devices"), sql<number>`ifnull(sum(${unsent}), 0)`.as("unsent")]),
);

const phones = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("countingTerminal as t")
    .innerJoin("inventory as v", "v.oid", "t.inventoryId")
    .innerJoin("user as u", "u.oid", "t.userId")
    .where("t.tenantId", "=", p.tenantId)
    .where("t.deviceTokenId", "is", null)
    .where("t.pending", ">", 0)
    .where(isOpen)
    .groupBy("u.oid")
    .orderBy("u.oid")
    .select(({ ref }) => [
      "u.oid as userId",
      "u.fullName",
      sql<number>`sum(${ref("t.pending")})`.as("unsent"),
      sql<string>`max(${ref("t.at")})`.as("at"),
    ]),
);

/** Lists the HTTP clients of a tenant with names, and counts those of other tenants. `now`: ISO 8601. */
function listHttpClients(db: Db, tenantId: number, now: string) {
  const parameters = { tenantId, now };
  return {
    devices: devices
      .all(db, parameters)
      .map((device) => ({ ...device, isOverHttp: device.isOverHttp === 1 })),
    /** Sums of all other tenants. */
    others: devicesOfOthers.first(db, parameters) ?? { devices: 0, unsent: 0 },
    phones: phones
      .all(db, { tenantId })
      .map(({ userId: id, fullName, unsent, at }) => ({ user: { id, fullName }, unsent, at })),
  };
}

const path = "/api/settings/https";

const HttpsSettings = namedObject("HttpsSettings", {
  isRequired: z.boolean().describe("plain HTTP from other hosts is rejected"),
  isFixed: z.boolean().describe("set by `Https:RequiredForLogin` in the configuration"),
  address: z.string().nullable().describe("the HTTPS address; null: HTTPS is off"),
  devices: z
    .array(
      z.object({
        deviceTokenId: z.int(),
        deviceName: z.string(),
        kind: z.enum(DEVICE_KINDS),
        lastUsedDT: z.iso.datetime(),
        isOverHttp: z.boolean().describe("false: the last transport is unknown"),
        unsent: z.int().describe("number of unsent counts, as last reported"),
      }),
    )
    .describe(
      "devices that were last used over plain HTTP; where HTTPS is required, devices that have not yet reported that they have no unsent counts",
    ),
  others: z.object({ devices: z.int(), unsent: z.int() }).describe("sums of all other tenants"),
  phones: z
    .array(
      z.object({
        user: z.object({ id: z.int(), fullName: z.string() }),
        unsent: z.int(),
        at: z.iso.datetime().describe("time of the report"),
      }),
    )
    .describe(
      "unsent counts on phones that are not paired; they can't be sent over HTTP once HTTPS is required",
    ),
});

/** Endpoints for requiring HTTPS, with the clients that still use plain HTTP. */
export function httpsRoutes(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  https: HttpsRule,
): Endpoint[] {
  const settingsFor = (db: Db, tenantId: number, host: string, isRequired: boolean) => ({
    isRequired,
    isFixed: https.isFixed,
    address: https.addressFor(host),
    ...listHttpClients(db, tenantId, clock.iso()),
  });
  return [
    query("GET", path, {
      operationId: "getHttpsSettings",
      permission: "server",
      summary: "Whether HTTPS is required, and which devices still use HTTP",
      response: HttpsSettings,
      run: ({ host }, { tenantId }) => ({
        kind: "json",
        body: settingsFor(storage.db, tenantId, host, https.isRequired()),
      }),
    }),
    command("PUT", path, {
      operationId: "updateHttpsSettings",
      permission: "server",
      needsRecentLogin: true,
      summary: "Requires HTTPS, or allows plain HTTP again",
      description:
        "The setting applies to all tenants. Where HTTPS is required, pages over plain HTTP redirect to the HTTPS address (307). Other requests are 403 with `reason` `httpsRequired` and `httpsAddress`. Exceptions are `/trust`, the CA certificate, `/health`, `/metrics`, requests from the server's own machine, and, for 30 days, the requests by which shared terminals send their unsent counts.",
      body: { isRequired: flag() },
      response: HttpsSettings,
      errors: {
        400: "the configuration sets it; HTTPS is off; or a request over plain HTTP requires HTTPS",
      },
      run(tx, { body: { isRequired }, host, isExposed }, { tenantId }) {
        if (https.isFixed)
          throw Invalid.field(
            "isRequired",
            msg("is set in the server's configuration (Https:RequiredForLogin); change it there"),
          );
        const address = https.addressFor(host);
        if (isRequired && address === null)
          throw Invalid.field("isRequired", msg("can't be true: HTTPS is off (Https:Port)"));
        // A user without a working HTTPS connection would lose access.
        if (isRequired && isExposed) throw Invalid.field("isRequired", openFirst(`${address}/console`));
        changeSettings(tx, { isHttpsRequired: isRequired });
        saveRequirement(tx, isRequired);
        return { kind: "json", body: settingsFor(tx, tenantId, host, isRequired) };
      },
    }),
  ];
}

const openFirst = (address: string) =>
  msg("Open the console over HTTPS first, so that you do not lock yourself out: {address}", { address });
