import { Forbidden, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Reason } from "../../domain/security-event-kinds.ts";
import { type Endpoint, publicBatch } from "../../http/endpoint/endpoint.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { MAX_TOKEN_JSON_BYTES } from "../../platform/limits.ts";
import { rotation } from "../accounts/user-fields.ts";
import { type Device, findDeviceByToken } from "../devices/devices.ts";
import { isPairingUpheld } from "../devices/pairing-chain.ts";
import { deviceToken } from "../devices/routes.ts";
import { isPairedInOneStep } from "../devices/two-step-pairing.ts";
import { AuthResponse } from "../shapes.ts";
import type { AccessDependencies } from "../tokens/dependencies.ts";
import { isSharedTerminal } from "../tokens/token-principal.ts";
import type { SecondFactorNeedOf } from "../users/users.ts";
import { findUser, type User } from "../users/users.ts";

/** The login of a paired device by its device token. */
export function deviceLoginRoutes(
  { storage, clock, tokens, deviceUse, securityLog }: AccessDependencies,
  https: Pick<HttpsRule, "transportOf" | "demandDelivery">,
  needOf: SecondFactorNeedOf,
): Endpoint[] {
  /** Records a device's login. A shared terminal has no user at this point. */
  function recordDeviceLogin(device: Device | null, address: string, reason: Reason | null): void {
    securityLog.record({
      kind: "deviceLogin",
      reason,
      address,
      tenantId: device?.tenantId ?? null,
      userId: device?.kind === "personal" ? device.userId : null,
      deviceTokenId: device?.oid ?? null,
    });
  }

  /** The error where the owner needs a second factor that neither the account nor the pairing has; null: none. */
  function secondFactorError(login: { user: User; device: Device; authTime: null }): Unauthenticated | null {
    const { user, device } = login;
    if (!isSharedTerminal(login) && needOf(storage.db, user) === "setUp") return ownerWithoutSecondFactor();
    return isPairedInOneStep(storage.db, device) ? mustBePairedAgain() : null;
  }

  return [
    publicBatch(
      "POST",
      "/api/device-auth/exchange",
      {
        operationId: "exchangeDeviceToken",
        isAllowedReadOnly: true,
        summary: "Access tokens for a device token",
        overHttp: "delivery",
        body: { deviceToken: deviceToken(), rotation: rotation() },
        maxBytes: MAX_TOKEN_JSON_BYTES,
        response: AuthResponse,
        errors: {
          401: "unknown, expired or revoked device token; inactive user; the user must set up two-step login first, or has set it up since the device was paired",
          403: "the device or its user is not confirmed after a restore (`reason` `unconfirmed`): try again later",
        },
      },
      async ({ body, address, isExposed, host }) => {
        const device = findDeviceByToken(storage.db, body.deviceToken, clock.now());
        const user = device && findUser(storage.db, device.userId);
        if (device === null || user === null) {
          recordDeviceLogin(device, address, "unknownDevice");
          throw new Unauthenticated(msg("This device is no longer paired. Pair it again."));
        }
        const login = { user, device, authTime: null, rotation: body.rotation ?? false };
        // The holder of the device token may know this: the token works again with the account.
        if (!user.isActive && !isSharedTerminal(login)) {
          recordDeviceLogin(device, address, "inactive");
          throw new Unauthenticated(
            msg("This device belongs to {fullName}, whose account is inactive. Ask an administrator.", {
              fullName: user.fullName,
            }),
          );
        }
        if (!isConfirmed(user, device)) {
          recordDeviceLogin(device, address, "unconfirmed");
          throw unconfirmedDevice();
        }
        if (!isPairingUpheld(storage.db, device, clock.now())) {
          recordDeviceLogin(device, address, "inactive");
          throw pairedByEnded();
        }
        const error = secondFactorError(login);
        if (error !== null) {
          recordDeviceLogin(device, address, "secondFactor");
          throw error;
        }
        const transport = https.transportOf(isExposed);
        if (transport === "unaccepted") https.demandDelivery(device.oid, host);
        recordDeviceLogin(device, address, null);
        if (device.kind === "personal") await deviceUse.recordLogin(device.oid, user, transport);
        return { kind: "json", body: await tokens.issue(login) };
      },
    ),
  ];
}

const ownerWithoutSecondFactor = () =>
  new Unauthenticated(msg("The owner of this device must set up two-step login in the console first."));

const mustBePairedAgain = () =>
  new Unauthenticated(
    msg(
      "The owner of this device has set up two-step login since it was paired. Pair it again. Its counts are kept.",
    ),
  );

const pairedByEnded = () =>
  new Unauthenticated(
    msg(
      "The device by which this one was paired may not be used any more. Pair this one again. Its counts are kept.",
    ),
  );

/** False until an Admin confirms the device and its owner after a restore. A shared terminal needs no confirmed owner. */
function isConfirmed(user: User, device: Device): boolean {
  return device.isConfirmed === 1 && (user.isConfirmed || isSharedTerminal({ device, authTime: null }));
}

function unconfirmedDevice(): Forbidden {
  return new Forbidden(
    msg(
      "The data were restored from a backup. An administrator has to confirm this device in the console. Its counts are kept.",
    ),
    "unconfirmed",
  );
}
