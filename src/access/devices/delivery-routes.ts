import { z } from "zod";
import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { command, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { integer } from "../../http/endpoint/fields.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { saveUnsent } from "./deliveries.ts";
import type { DeviceUse } from "./device-use.ts";

/** The report of unsent counts by terminals that move to HTTPS. */
export function deliveryRoutes(
  https: Pick<HttpsRule, "transportOf">,
  deviceUse: Pick<DeviceUse, "recordReport">,
): Endpoint[] {
  return [
    command(
      "PUT",
      "/api/device-auth/device/unsent",
      {
        operationId: "reportUnsent",
        permission: "terminal",
        overHttp: "delivery",
        summary: "Reports the unsent counts of the paired device in the storage of the HTTP address",
        description:
          "Where HTTPS is required, a device that was last used over plain HTTP may send counts and their photos over plain HTTP until it reports 0 here. Over HTTPS, and where HTTPS is not required, the report is ignored.",
        body: { unsent: integer(0, 2 ** 31 - 1).describe("unsent counts and photos") },
        status: 204,
        response: z.null(),
        errors: { 404: "the token does not belong to a paired device" },
      },
      (tx, { body, isExposed }, { deviceTokenId }) => {
        if (deviceTokenId === null) throw new NotFound(msg("This is not a paired device."));
        if (https.transportOf(isExposed) === "unaccepted") {
          saveUnsent(tx, deviceTokenId, body.unsent);
          deviceUse.recordReport(deviceTokenId);
        }
        return { kind: "empty" };
      },
    ),
  ];
}
