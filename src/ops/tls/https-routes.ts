import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { DEVICE_KINDS } from "../../domain/principal.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag } from "../../http/endpoint/fields.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { changeSettings } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import { listHttpClients } from "./http-clients.ts";
import { saveRequirement } from "./https-rule.ts";

const path = "/api/settings/https";

const HttpsSettings = z
  .object({
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
  })
  .meta({ id: "HttpsSettings" });

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
    query(
      "GET",
      path,
      {
        operationId: "getHttpsSettings",
        permission: "server",
        summary: "Whether HTTPS is required, and which devices still use HTTP",
        response: HttpsSettings,
      },
      ({ host }, { tenantId }) => ({
        kind: "json",
        body: settingsFor(storage.db, tenantId, host, https.isRequired()),
      }),
    ),
    command(
      "PUT",
      path,
      {
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
      },
      (tx, { body: { isRequired }, host, isExposed }, { tenantId }) => {
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
    ),
  ];
}

const openFirst = (address: string) =>
  msg("Open the console over HTTPS first, so that you do not lock yourself out: {address}", { address });
