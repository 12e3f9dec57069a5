import { z } from "zod";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "../../domain/errors.ts";
import { CONSOLE_IDLE_MS, type SessionClient } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import type { Reason } from "../../domain/security-event-kinds.ts";
import { batch, type Endpoint, publicBatch, query } from "../../http/endpoint/endpoint.ts";
import { loginUserId, pathId, pin, secret, text } from "../../http/endpoint/fields.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { MAX_EXCHANGE_JSON_BYTES } from "../../platform/limits.ts";
import { actorOf, type NewEvent } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { rotation, sessionClient } from "../accounts/user-fields.ts";
import { type Device, findDevice, findDeviceByToken } from "../devices/devices.ts";
import { isPairedInOneStep, isPairingUpheld } from "../devices/pairing.ts";
import { deviceToken } from "../devices/routes.ts";
import { AuthResponse, LoginAlarm, LoginUser, Submission, TerminalLogin } from "../shapes.ts";
import { isAdmitted, isSharedTerminal, rolesOf } from "../tokens/token-principal.ts";
import type { AccessDependencies } from "../tokens/tokens.ts";
import { getUserRecord } from "../users/user-records.ts";
import { findUser, type SecondFactorNeedOf, type User } from "../users/users.ts";
import type { Caller } from "./known-callers.ts";
import type { CompleteLogin, Logins, Site } from "./login.ts";
import { loginAlarm } from "./login-locks.ts";

const secretErrors = {
  401: "unknown user, inactive account or wrong secret; with `reason` `secondFactor` or `secondFactorSetup`: the secret was right, and a second step follows (`ticket`, `offers`; `POST /api/pwa-auth/second-factor`)",
  429: "too many wrong attempts; see `Retry-After`. A PIN is locked by wrong PINs since the last right one: by 10 at the endpoints without a token (by id and by name together), by 10 on all paired devices on which the user has never logged in (together), by 20 on a device on which the user has logged in. `Retry-After` is then 900, until a password login of the user or an Admin (`PUT /api/users/{id}/unlock`) unlocks it",
};
const pinErrors = {
  ...secretErrors,
  403: "the setting `Login:PinOnlyOnPairedDevices` is on: only `/api/pda/users/login` with a paired device's token accepts PINs",
};
const passwordErrors = {
  401: secretErrors[401],
  429: "too many wrong attempts; see `Retry-After`. A caller is known for a user by the cookie `tallybox-login` of an earlier login, or by an address from which the user has logged in within 90 days. 20 wrong passwords of a user within 15 minutes from all unknown callers together hold them all; known callers are counted each apart. 20 wrong passwords from one address hold the address, but not browsers with a cookie. After 100 wrong ones in a row from unknown callers, or from one known caller, `Retry-After` is 900, until a login of the user from a known caller, `PUT /api/users/{id}/unlock`, or 24 hours without an attempt",
};
const notAtDevice = () => new NotFound(msg("Log in by PIN on a paired device first."));
const notOwnDevice = () =>
  new Forbidden(
    msg("Your login takes two steps: use a shared terminal or your own device, or log in with the password."),
    "secondFactor",
  );
const SUBMISSION = `When the login has ended, as at a locked terminal, \`submissionToken\` delivers as bearer what its user queued before, for 7
days, and nothing else. It ends with the device, its pairing, the account and its secrets. Each operation is signed while it is queued:
\`Operation-Signature\` is HMAC-SHA256 (base64url) by \`submissionKey\` of three lines, its \`Idempotency-Key\`, its path, and the SHA-256
of its body (hex). Of an upload the second line is \`photo\`, and the third of the file. Delete the key with the login's tokens.`;
const anyToken = () => z.string().min(1).nullable().optional();

type LoginMethod = "pin" | "password";

/** What a login chooses besides its secret. */
interface LoginOptions {
  readonly client?: SessionClient | null | undefined;
  readonly rotation?: boolean | null | undefined;
}

/** The event of a successful login. */
function loginEvent(
  { oid: userId, tenantId }: User,
  deviceTokenId: number | null,
  method: LoginMethod,
  address: string,
): NewEvent {
  return { kind: "login", ...actorOf({ userId, tenantId, deviceTokenId }, address), details: { method } };
}

/** Login and refresh (contract 4.1, 4.2 and 4.4). */
export function loginRoutes(
  { storage, clock, tokens, deviceUse, securityLog }: AccessDependencies,
  https: HttpsRule,
  logins: Logins,
  completeLogin: CompleteLogin,
  needOf: SecondFactorNeedOf,
): Endpoint[] {
  const loginResponse = async (
    user: User,
    method: LoginMethod,
    caller: Site & Caller,
    { client, rotation }: LoginOptions,
  ) => {
    const { address, host, authority } = caller;
    const firstStep = method === "pin" ? ("pin" as const) : ("pwd" as const);
    const event = loginEvent(user, null, method, address);
    const passed = { firstStep, client: client ?? null, rotation: rotation ?? false, event };
    const body = await completeLogin(user, passed, { host, authority });
    return { kind: "json" as const, body, setCookie: await logins.recordLogin(user, caller) };
  };
  const userSummary = (user: User) => ({ id: user.oid, userName: user.userName, fullName: user.fullName });

  return [
    publicBatch("POST", "/api/pwa-auth/login", {
      operationId: "loginByPin",
      isAllowedReadOnly: true,
      summary: "Log in with user id and PIN",
      body: { userId: loginUserId(), pin: pin(), rotation: rotation() },
      response: AuthResponse,
      errors: pinErrors,
      run: async (input) =>
        loginResponse(
          await logins.byPin({ userId: input.body.userId }, input.body.pin, input),
          "pin",
          input,
          input.body,
        ),
    }),
    publicBatch("POST", "/api/pwa-auth/login-password", {
      operationId: "loginByPassword",
      isAllowedReadOnly: true,
      summary: "Log in with user name and password",
      description: `With \`client\` \`console\` the session also ends after ${CONSOLE_IDLE_MS / 3_600_000} hours without a request.`,
      body: { userName: text(), password: secret(), client: sessionClient(), rotation: rotation() },
      response: AuthResponse,
      errors: passwordErrors,
      async run(input) {
        const { userName, password } = input.body;
        return loginResponse(
          await logins.byPassword(userName, password, input),
          "password",
          input,
          input.body,
        );
      },
    }),
    publicBatch("POST", "/api/pwa-auth/login-pin", {
      operationId: "loginByNameAndPin",
      isAllowedReadOnly: true,
      summary: "Log in with user name and PIN",
      body: { userName: text(), pin: pin(), rotation: rotation() },
      response: AuthResponse,
      errors: pinErrors,
      run: async (input) =>
        loginResponse(
          await logins.byPin({ userName: input.body.userName }, input.body.pin, input),
          "pin",
          input,
          input.body,
        ),
    }),
    publicBatch("POST", "/api/pwa-auth/refresh", {
      operationId: "refreshTokens",
      isAllowedReadOnly: true,
      summary: "New tokens for a token that expired less than 24 hours ago",
      description:
        "Accepts an access or a refresh token, under either name. The new tokens carry the current roles and names. A login with `rotation` is refreshed by its refresh tokens alone. A refresh token that is sent again more than two minutes after the first use of its successor ends the session. The first refresh of a token without a session opens one.",
      body: { accessToken: anyToken(), refreshToken: anyToken() },
      response: AuthResponse,
      errors: {
        401: "bad signature, expired too long ago, user inactive, device revoked, session ended; an access token of a login with `rotation`",
      },
      async run({ body, address }) {
        const token = body.accessToken ?? body.refreshToken;
        if (!token) throw Invalid.field("accessToken", msg("is required"));
        return { kind: "json", body: await tokens.refresh(token, address) };
      },
    }),
    publicBatch("POST", "/api/login", {
      operationId: "checkPin",
      isAllowedReadOnly: true,
      summary: "Checks a PIN without issuing a token",
      description: "Obsolete since v1.0.43: use `/api/pwa-auth/login`.",
      deprecated: true,
      body: { userId: loginUserId(), pin: pin() },
      response: LoginUser,
      errors: pinErrors,
      async run(input) {
        const { body, address } = input;
        const user = await logins.byPin({ userId: body.userId }, body.pin, input);
        securityLog.record(loginEvent(user, null, "pin", address));
        return { kind: "json", body: userSummary(user), setCookie: await logins.recordLogin(user, input) };
      },
    }),
    batch("POST", "/api/pda/users/login", {
      operationId: "loginAtTerminal",
      isAllowedReadOnly: true,
      permission: "terminal",
      summary: "Checks a PIN at a terminal",
      description:
        "Users of the token's tenant only. With a paired device's token the response also carries tokens of the PIN's user, so that counts name both the person and the device. At a shared terminal they end when it was not touched for the minutes after which terminals lock: each request with them is a touch, unless its header `Last-Touch` says how many seconds ago the last one was. With `rotation` a login at a shared terminal ends the one before it there.",
      body: { userId: loginUserId(), pin: pin(), rotation: rotation() },
      response: TerminalLogin,
      errors: {
        ...secretErrors,
        403: "with `reason` `secondFactor`: the user's login takes two steps, and the device is another user's personal one; or the setting `Login:PinOnlyOnPairedDevices` is on, and the token is not a paired device's",
      },
      async run(input, principal) {
        const { body, address, isExposed } = input;
        const { deviceTokenId } = principal;
        const user = await logins.atTerminal(body.userId, body.pin, principal, input);
        const device = deviceTokenId === null ? null : findDevice(storage.db, deviceTokenId, clock.now());
        const authTime = Math.floor(clock.now() / 1000);
        const login = { user, device, authTime, methods: ["pin"] as const, rotation: body.rotation ?? false };
        const need = needOf(storage.db, user);
        if (device !== null && !isAdmitted(login, need)) throw notOwnDevice();
        const roles = [...rolesOf(login, need)];
        const information = { ...userSummary(user), tenantId: user.tenantId, roles };
        const event = loginEvent(user, deviceTokenId, "pin", address);
        if (device === null) {
          securityLog.record(event);
          return { kind: "json", body: information, setCookie: await logins.recordLogin(user, input) };
        }
        await deviceUse.recordLogin(device.oid, user, https.transportOf(isExposed));
        const { accessToken, refreshToken, expiresIn } = await tokens.logIn(login, event);
        const submission = await tokens.issueSubmission(login);
        return {
          kind: "json",
          body: { ...information, accessToken, refreshToken, expiresIn, ...submission },
          setCookie: await logins.recordLogin(user, input),
        };
      },
    }),
    batch("POST", "/api/pda/users/submission-token", {
      operationId: "createSubmissionToken",
      permission: "work",
      summary: "A submission token for a login by PIN at a paired device that began without one",
      description: SUBMISSION,
      response: Submission,
      errors: { 404: "the token is not of a login by PIN at a paired device" },
      async run(_, { userId, deviceTokenId, authTime, methods = [] }) {
        const user = findUser(storage.db, userId);
        const device = deviceTokenId === null ? null : findDevice(storage.db, deviceTokenId, clock.now());
        if (user === null || device === null || authTime === null) throw notAtDevice();
        return { kind: "json", body: await tokens.issueSubmission({ user, device, authTime, methods }) };
      },
    }),
  ];
}

/** The login of a paired device by its device token. */
export function deviceLoginRoutes(
  { storage, clock, tokens, deviceUse, securityLog }: AccessDependencies,
  https: Pick<HttpsRule, "transportOf" | "assertDelivery">,
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
    publicBatch("POST", "/api/device-auth/exchange", {
      operationId: "exchangeDeviceToken",
      isAllowedReadOnly: true,
      summary: "Access tokens for a device token",
      overHttp: "delivery",
      body: { deviceToken: deviceToken(), rotation: rotation() },
      maxBytes: MAX_EXCHANGE_JSON_BYTES,
      response: AuthResponse,
      errors: {
        401: "unknown, expired or revoked device token; inactive user; the user must set up two-step login first, or has set it up since the device was paired",
        403: "the device or its user is not confirmed after a restore (`reason` `unconfirmed`): try again later",
      },
      async run({ body, address, isExposed, host }) {
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
        if (transport === "unaccepted") https.assertDelivery(device.oid, host);
        recordDeviceLogin(device, address, null);
        if (device.kind === "personal") await deviceUse.recordLogin(device.oid, user, transport);
        return { kind: "json", body: await tokens.issue(login) };
      },
    }),
  ];
}

const ownerWithoutSecondFactor = () =>
  new Unauthenticated(msg("The owner of this device must set up two-step login in the console first."));

const mustBePairedAgain = () =>
  new Unauthenticated(
    msg(
      "The owner of this device has set up or changed two-step login since it was paired. Pair it again. Its counts are kept.",
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

/** Locks of users' PINs and passwords, for Admins. */
export function loginLockRoutes(
  { storage, clock, securityLog }: SecurityLogDependencies,
  logins: Logins,
): Endpoint[] {
  const { db } = storage;

  return [
    query("GET", "/api/login-locks", {
      operationId: "listLoginLocks",
      permission: "administer",
      summary: "Locked PINs and held passwords of the tenant's users",
      description:
        "`failures` is an alarm: 50 or more wrong PINs and passwords of the tenant's users in the last hour. Attempts with unknown names and ids count for the first tenant.",
      response: LoginAlarm,
      run: (_, { tenantId }) => ({
        kind: "json",
        body: loginAlarm(db, tenantId, clock.now(), logins.unsavedCounters()),
      }),
    }),
    batch("PUT", "/api/users/{id}/unlock", {
      operationId: "unlockUser",
      area: "users",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Unlocks a user's PIN and password",
      description:
        "Ends every hold and lock of the user's PIN, password and second factor, on every device and at every address. Attempts of an address with other users still count.",
      params: { id: pathId() },
      async run({ params, address }, principal) {
        const { oid } = getUserRecord(db, principal.tenantId, params.id);
        await logins.unlock(oid);
        const target = { type: "user", id: oid } as const;
        securityLog.record({
          kind: "unlock",
          ...actorOf(principal, address),
          target,
          details: { by: "admin" },
        });
        await securityLog.flush();
      },
    }),
  ];
}
