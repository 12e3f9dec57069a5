import { Forbidden, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Reason } from "../../domain/security-event-kinds.ts";
import { type Endpoint, publicBatch } from "../../http/endpoint/endpoint.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { MAX_TOKEN_JSON_BYTES } from "../../platform/limits.ts";
import { type Device, findDeviceByToken } from "../devices/devices.ts";
import { deviceToken } from "../devices/routes.ts";
import { isPairedInOneStep } from "../devices/two-step-pairing.ts";
import { AuthResponse } from "../shapes.ts";
import type { AccessDependencies } from "../tokens/dependencies.ts";
import { isSharedTerminal } from "../tokens/token-principal.ts";
import type { SecondFactorNeedOf } from "../users/users.ts";
import { findUser, type User } from "../users/users.ts";

/** How a paired device gets its access tokens. */
export function exchangeRoutes(
  { storage, clock, tokens, deviceUse, securityLog }: AccessDependencies,
  https: Pick<HttpsRule, "transportOf" | "demandDelivery">,
  needOf: SecondFactorNeedOf,
): Endpoint[] {
  /** Records how a device's login ended. Nobody has logged in on a shared terminal yet. */
  function noteLogin(device: Device | null, address: string, reason: Reason | null): void {
    securityLog.note({
      ...{ kind: "deviceLogin", reason, address, tenantId: device?.tenantId ?? null },
      userId: device?.kind === "personal" ? device.userId : null,
      deviceTokenId: device?.oid ?? null,
    });
  }

  /** Null where the owner's login takes one step, or the device was paired by a login in two. */
  function refusalOfTwoSteps(login: { user: User; device: Device; authTime: null }): Unauthenticated | null {
    const { user, device } = login;
    if (!isSharedTerminal(login) && needOf(storage.db, user) === "setUp") return ownerMustSetUp();
    return isPairedInOneStep(storage.db, device) ? mustBePairedAgain() : null;
  }

  return [
    publicBatch(
      "POST",
      "/api/device-auth/exchange",
      {
        operationId: "exchangeDeviceToken",
        summary: "Access tokens for a device token",
        overHttp: "delivery",
        body: { deviceToken: deviceToken() },
        maxBytes: MAX_TOKEN_JSON_BYTES,
        response: AuthResponse,
        errors: {
          401: "unknown, expired or revoked device token, inactive user, one who must set up two-step login first, or one who has set it up since the device was paired",
          403: "the device or its user is not confirmed since a restore (`reason` `unconfirmed`): try again later",
        },
      },
      async ({ body, address, isExposed, host }) => {
        const device = findDeviceByToken(storage.db, body.deviceToken, clock.now());
        const user = device && findUser(storage.db, device.userId);
        if (device === null || user === null) {
          noteLogin(device, address, "unknownDevice");
          throw new Unauthenticated(
            msg(
              "This device is no longer paired. Pair it again.",
              "Toto zařízení už není spárované. Spárujte ho znovu.",
            ),
          );
        }
        const login = { user, device, authTime: null };
        // Whoever holds the token may know: it works again when the account does.
        if (!user.isActive && !isSharedTerminal(login)) {
          noteLogin(device, address, "inactive");
          throw new Unauthenticated(
            msg(
              `This device belongs to ${user.fullName}, whose account is inactive. Ask an administrator.`,
              `Toto zařízení patří uživateli ${user.fullName}, jehož účet není aktivní. Obraťte se na správce.`,
            ),
          );
        }
        if (!isConfirmed(login)) {
          noteLogin(device, address, "unconfirmed");
          throw unconfirmedDevice();
        }
        const refusal = refusalOfTwoSteps(login);
        if (refusal !== null) {
          noteLogin(device, address, "secondFactor");
          throw refusal;
        }
        const transport = https.transportOf(isExposed);
        if (transport === "unaccepted") https.demandDelivery(device.oid, host);
        noteLogin(device, address, null);
        // Nobody has logged in on a shared terminal yet.
        if (device.kind === "personal") await deviceUse.recordLogin(device.oid, user, transport);
        return { body: await tokens.issue(login) };
      },
    ),
  ];
}

const ownerMustSetUp = () =>
  new Unauthenticated(
    msg(
      "The owner of this device must set up two-step login in the console first.",
      "Majitel tohoto zařízení si nejprve musí v kanceláři nastavit dvoufázové přihlášení.",
    ),
  );

const mustBePairedAgain = () =>
  new Unauthenticated(
    msg(
      "The owner of this device has set up two-step login since it was paired. Pair it again. Its counts are kept.",
      "Majitel tohoto zařízení si od jeho spárování nastavil dvoufázové přihlášení. Spárujte ho znovu. Napočtené údaje na něm zůstávají.",
    ),
  );

/** False where no Admin has confirmed it after a restore: a shared terminal needs no owner. */
function isConfirmed(login: { user: User; device: Device; authTime: null }): boolean {
  return login.device.isConfirmed === 1 && (login.user.isConfirmed || isSharedTerminal(login));
}

function unconfirmedDevice(): Forbidden {
  return new Forbidden(
    msg(
      "The data were restored from a backup. An administrator has to confirm this device in the console. Its counts are kept.",
      "Data byla obnovena ze zálohy. Správce musí toto zařízení potvrdit v kanceláři. Napočtené údaje na něm zůstávají.",
    ),
    "unconfirmed",
  );
}
