import { Forbidden, Invalid, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { pin, secret } from "../../http/endpoint/fields.ts";
import { changeSecrets, hashNewSecrets } from "../accounts/user-changes.ts";
import { newPassword, newPin } from "../accounts/user-fields.ts";
import { demandPinLength } from "../secrets/pin-rules.ts";
import { findActiveSession } from "../sessions/sessions.ts";
import { AuthResponse } from "../shapes.ts";
import type { AccessDependencies } from "../tokens/dependencies.ts";
import { deviceOf } from "../tokens/token-principal.ts";
import { getUserRecord } from "../users/user-records.ts";
import type { SecondFactorNeedOf } from "../users/users.ts";
import { findUser, type User } from "../users/users.ts";
import type { Logins } from "./login.ts";

interface OldSecret {
  readonly oldPassword?: string | undefined;
  readonly oldPin?: string | undefined;
}

/** What a user changes of his own. */
export function ownSecretRoutes(
  { storage, clock, tokens }: AccessDependencies,
  logins: Logins,
  needOf: SecondFactorNeedOf,
): Endpoint[] {
  /** Who asks, once the old secret was right. A wrong one is counted as it is at a login. */
  function known({ oldPassword, oldPin }: OldSecret, caller: Principal, address: string): Promise<User> {
    if (oldPassword !== undefined && oldPin !== undefined) {
      throw Invalid.field(
        "oldPin",
        msg("must not be given beside oldPassword", "nelze uvést vedle oldPassword"),
      );
    }
    const { userName, deviceTokenId } = caller;
    if (oldPassword !== undefined) return logins.byPassword(userName, oldPassword, address, deviceTokenId);
    if (oldPin !== undefined) return logins.atTerminal(caller.userId, oldPin, caller, address);
    throw Invalid.field("oldPassword", msg("or oldPin is required", "nebo oldPin je povinné"));
  }

  return [
    batch(
      "PUT",
      "/api/me/secrets",
      {
        operationId: "changeOwnSecrets",
        permission: "work",
        summary: "Changes one's own password or PIN: what is absent stays, null takes it away",
        description:
          "Needs the old password or the old PIN, one of them. Ends every token that the user was given before, this request's too: go on with those of the answer. Paired devices stay paired.",
        body: {
          oldPassword: secret().optional(),
          oldPin: pin().optional(),
          password: newPassword().nullable().optional(),
          pin: newPin().nullable().optional(),
        },
        response: AuthResponse,
        errors: {
          401: "no valid token; or, without `WWW-Authenticate`, a wrong old secret",
          409: "no active administrator would be left who can log in",
          429: "too many wrong guesses; see Retry-After",
        },
      },
      async ({ body, address }, caller) => {
        demandPinLength(caller.roles, body.pin);
        const now = clock.now();
        const { session } = caller;
        const own = { oid: caller.userId, tenantId: caller.tenantId };
        const client = session && findActiveSession(storage.db, session.sessionId, own, now)?.client;
        const before = await known(body, caller, address);
        const isPasswordByPin = body.oldPin !== undefined && body.password !== undefined;
        if (isPasswordByPin && !caller.methods?.includes("mfa") && needOf(storage.db, before) !== "none") {
          throw notByPin();
        }
        const hashes = await hashNewSecrets(body, address);
        await storage.write(
          caller.tenantId,
          (tx) => {
            const record = getUserRecord(tx, caller.tenantId, caller.userId);
            refuseChanged(before, record);
            changeSecrets(tx, record, hashes);
          },
          { by: caller, address },
        );
        const user = findUser(storage.db, caller.userId);
        if (user === null) throw new Error("a user is gone");
        const authTime = Math.floor(now / 1000);
        const methods = [
          body.oldPin === undefined ? "pwd" : "pin",
          ...(caller.methods?.includes("mfa") ? (["mfa"] as const) : []),
        ] as const;
        return { body: await tokens.logIn({ user, device: deviceOf(caller), authTime, methods, client }) };
      },
    ),
  ];
}

const notByPin = () =>
  new Forbidden(
    msg(
      "Your login takes two steps: change the password with the old password, or in the console.",
      "Vaše přihlášení je dvoufázové: heslo změňte pomocí dosavadního hesla, nebo v kanceláři.",
    ),
    "secondFactor",
  );

type Hashes = Pick<User, "passwordHash" | "pinHash">;

/** What was checked must still hold in the transaction: of two changes with one old secret the second is too late. */
function refuseChanged(before: Hashes, now: Hashes): void {
  if (before.passwordHash === now.passwordHash && before.pinHash === now.pinHash) return;
  throw new Unauthenticated(
    msg(
      "Your password or PIN was changed in the meantime. Log in again.",
      "Vaše heslo nebo PIN se mezitím změnily. Přihlaste se znovu.",
    ),
  );
}
