import { Forbidden, Invalid, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { pin, secret } from "../../http/endpoint/fields.ts";
import { changeSecrets, hashNewSecrets } from "../accounts/user-changes.ts";
import { newPassword, newPin } from "../accounts/user-fields.ts";
import { type Device, findDevice } from "../devices/devices.ts";
import { assertPinLength } from "../secrets/secret-rules.ts";
import { findActiveSession } from "../sessions/sessions.ts";
import { AuthResponse } from "../shapes.ts";
import { invalidToken } from "../tokens/token-claims.ts";
import type { AccessDependencies } from "../tokens/tokens.ts";
import { getUserRecord, storedRoles } from "../users/user-records.ts";
import type { SecondFactorNeedOf } from "../users/users.ts";
import { findUser, type User } from "../users/users.ts";
import type { Caller } from "./known-callers.ts";
import type { Logins } from "./login.ts";

interface OldSecret {
  readonly oldPassword?: string | undefined;
  readonly oldPin?: string | undefined;
}

/** The change of a user's own password and PIN. */
export function ownSecretRoutes(
  { storage, clock, tokens }: AccessDependencies,
  logins: Logins,
  needOf: SecondFactorNeedOf,
): Endpoint[] {
  /** The paired device of a request; null: none. Throws Unauthenticated for one that was just revoked. */
  function deviceOf({ deviceTokenId }: Principal): Device | null {
    if (deviceTokenId === null) return null;
    const device = findDevice(storage.db, deviceTokenId, clock.now());
    if (device === null) throw invalidToken();
    return device;
  }

  /** Checks the old secret and returns its user. A wrong secret counts as at a login. */
  function assertOldSecret(
    { oldPassword, oldPin }: OldSecret,
    principal: Principal,
    caller: Caller,
  ): Promise<User> {
    if (oldPassword !== undefined && oldPin !== undefined) {
      throw Invalid.field("oldPin", msg("must not be given beside oldPassword"));
    }
    const { userName, deviceTokenId } = principal;
    if (oldPassword !== undefined) return logins.byPassword(userName, oldPassword, caller, deviceTokenId);
    if (oldPin !== undefined) return logins.atTerminal(principal.userId, oldPin, principal, caller);
    throw Invalid.field("oldPassword", msg("or oldPin is required"));
  }

  return [
    batch("PUT", "/api/me/secrets", {
      operationId: "changeOwnSecrets",
      permission: "work",
      summary: "Changes the caller's password or PIN",
      description:
        "Absent properties keep their value; null removes the secret. Requires either the old password or the old PIN. Ends all earlier tokens of the user, including the request's own: continue with the tokens of the response. Paired devices stay paired.",
      body: {
        oldPassword: secret().optional(),
        oldPin: pin().optional(),
        password: newPassword().nullable().optional(),
        pin: newPin().nullable().optional(),
      },
      response: AuthResponse,
      errors: {
        401: "no valid token; or, without `WWW-Authenticate`, a wrong old secret",
        403: "a PIN, not from a paired device, with the setting `Login:PinOnlyOnPairedDevices`; or, with `reason` `secondFactor`, a new password by the old PIN",
        409: "the user is the last active administrator with a password",
        429: "too many wrong attempts; see Retry-After",
      },
      async run(input, principal) {
        const { body, address } = input;
        assertPinLength(principal.roles, body.pin);
        const now = clock.now();
        const { session, rotation } = principal;
        const own = { oid: principal.userId, tenantId: principal.tenantId };
        const client = session && findActiveSession(storage.db, session.sessionId, own, now)?.client;
        const before = await assertOldSecret(body, principal, input);
        const isPasswordByPin = body.oldPin !== undefined && body.password !== undefined;
        if (isPasswordByPin && !principal.methods?.includes("mfa") && needOf(storage.db, before) !== "none") {
          throw passwordByPin();
        }
        const hashes = await hashNewSecrets(body, address);
        await storage.write(
          principal.tenantId,
          (tx) => {
            const record = getUserRecord(tx, principal.tenantId, principal.userId);
            assertUnchanged(before, record);
            // An Admin may have given another role while the PIN was hashed.
            assertPinLength(storedRoles(record), body.pin);
            changeSecrets(tx, record, hashes);
          },
          { by: principal, address },
        );
        const user = findUser(storage.db, principal.userId);
        if (user === null) throw new Error("the user no longer exists");
        const authTime = Math.floor(now / 1000);
        const methods = [
          body.oldPin === undefined ? "pwd" : "pin",
          ...(principal.methods?.includes("mfa") ? (["mfa"] as const) : []),
        ] as const;
        return {
          kind: "json",
          body: await tokens.logIn({
            user,
            device: deviceOf(principal),
            authTime,
            methods,
            client,
            rotation,
          }),
          setCookie: await logins.recordLogin(user, input),
        };
      },
    }),
  ];
}

const passwordByPin = () =>
  new Forbidden(
    msg("Your login takes two steps: change the password with the old password, or in the console."),
    "secondFactor",
  );

type Hashes = Pick<User, "passwordHash" | "pinHash">;

/** Throws Unauthenticated where another request has changed the secrets since the check of the old one. */
function assertUnchanged(before: Hashes, now: Hashes): void {
  if (before.passwordHash === now.passwordHash && before.pinHash === now.pinHash) return;
  throw new Unauthenticated(msg("Your password or PIN was changed in the meantime. Log in again."));
}
