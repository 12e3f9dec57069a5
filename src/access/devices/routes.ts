import { z } from "zod";
import { Forbidden, Invalid, NotFound, orNotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { DEVICE_KINDS, type DeviceKind, type Principal } from "../../domain/principal.ts";
import {
  assertPermission,
  assertRecentLogin,
  assertRecentLoginOnDevice,
  isTerminal,
  may,
} from "../../domain/roles.ts";
import { MAX_DEVICE_NAME_LENGTH } from "../../domain/text-limits.ts";
import { command, type Endpoint, publicBatch, query } from "../../http/endpoint/endpoint.ts";
import { id, integer, oneOf, pathId, queryFlag, secret, textOrNull } from "../../http/endpoint/fields.ts";
import type { HttpsRule } from "../../http/pipeline/https-gate.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import { MAX_PAIRING_CODES_PER_HOUR, MAX_PROOF_JSON_BYTES } from "../../platform/limits.ts";
import { actorOf, recordEvent } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { anonymousAttemptEvent, recordFailure, recordIfRejected } from "../rate-limit/attempts.ts";
import { countersIn } from "../rate-limit/counter-store.ts";
import { countLoginAttempt, refundLoginAttempt } from "../rate-limit/rate-limit.ts";
import { ensureKey } from "../secrets/key-files.ts";
import { consumeCode, createCode, normalizeScannedCode } from "../secrets/registration-codes.ts";
import { DeviceActivation, DeviceToken, OwnDevice, RegistrationCode } from "../shapes.ts";
import { findPerson, type SecondFactorNeedOf } from "../users/users.ts";
import { saveUnsent } from "./deliveries.ts";
import type { DeviceUse } from "./device-use.ts";
import {
  type Device,
  devicesOfTenant,
  devicesOfUser,
  findDeviceOfTenant,
  makeSharedTerminal,
  ownDevice,
  pairDevice,
  revokeDevice,
} from "./devices.ts";
import { findUsableDevice } from "./pairing.ts";

/** The field of a device token: any text up to this length. */
export const deviceToken = () => secret(4096);

/** Pairing of terminals (contract 4.3). */
export function deviceRoutes(
  { storage, clock, config, securityLog }: SecurityLogDependencies,
  needOf: SecondFactorNeedOf,
): Endpoint[] {
  const codeKey = ensureKey(storage.folder, "device-codes.key");
  const quota = makeQuota(clock, MAX_PAIRING_CODES_PER_HOUR, tooManyCodes);

  return [
    command("POST", "/api/device-auth/generate-code", {
      operationId: "createPairingCode",
      permission: "work",
      summary: "A one-time code that pairs a device",
      description:
        "An Admin may make a code for another user of the tenant: the device then acts as that user, but never with the role Admin. With `kind` `terminal` (Manager, Admin) the device becomes a shared terminal of the tenant. By itself it has no role: it lists users, logs them in by PIN, reads the data for counting, and delivers counts of the users who logged in on it. It stays paired when the user is deactivated. With the token of a personal device, `kind` `terminal` and `userId` need a login by PIN or password of the last five minutes; without them a valid token is enough. A device that is paired by a device expires no later than that one, and ends with it: when it is revoked or paired again, when its user is reset, and as long as its user is deactivated. A shared terminal that is paired from a shared terminal stands beside it: it ends with the device by which that one was paired, and stands alone where there is none.",
      body: {
        userId: id().nullable().optional(),
        kind: oneOf(DEVICE_KINDS).nullable().optional().describe("absent: `personal`"),
      },
      bodyOptional: true,
      usesIdempotencyKey: "sealed",
      needsRecentLogin: true,
      response: RegistrationCode,
      errors: {
        403: "the role may not; or `reason` `recentLogin`: on a paired device without a recent login",
        429: "too many codes in an hour; see Retry-After",
      },
      run(tx, { body }, principal) {
        quota.consume(principal);
        const userId = body.userId ?? principal.userId;
        const kind = body.kind ?? "personal";
        const isPlain = kind === "personal" && (body.userId ?? null) === null;
        if (!isPlain) assertRecentLoginOnDevice(principal, clock.now());
        if (kind === "terminal") assertPermission(principal, "manage");
        if (userId !== principal.userId && !may(principal, "administer")) throw new Forbidden();
        const owner = findPerson(tx, principal.tenantId, userId);
        if (owner === null) {
          throw Invalid.field("userId", msg("names no user"));
        }
        // A personal device counts as its owner's second factor.
        const isOneStep = !principal.methods?.includes("mfa");
        if (kind === "personal" && isOneStep && needOf(tx, owner) !== "none") throw secondFactorFirst();
        const expiresAt = new Date(Date.parse(tx.now) + config.registrationCodeMs).toISOString();
        const content = {
          userId,
          tenantId: owner.tenantId,
          kind,
          deviceTokenId: pairedById(tx, principal, kind),
        };
        const code = createCode(tx, content, codeKey, expiresAt);
        const target = { type: "user", id: userId } as const;
        recordEvent(tx, { kind: "pairingCode", tenantId: principal.tenantId, target, details: { kind } });
        return { kind: "json", body: { code, qrContent: `${config.qrPrefix}-DEV:${code}`, expiresAt } };
      },
    }),
    publicBatch("POST", "/api/device-auth/activate", {
      operationId: "pairDevice",
      summary: "Pairs a device with the code that it scanned",
      description:
        "A device that is paired again sends its earlier token as `previousDeviceToken`, expired or not. It stays the same device (`deviceTokenId`), so that it can still send earlier counts in the names of the users who counted. All tokens of the earlier pairing, and of the users who logged in on it, end, and the devices that were paired by it. A revoked device becomes a new device, and so does a shared terminal that is paired as a personal one; an unknown token is ignored.",
      body: {
        code: secret(200),
        deviceName: textOrNull(MAX_DEVICE_NAME_LENGTH).optional(),
        previousDeviceToken: deviceToken().nullable().optional(),
      },
      maxBytes: MAX_PROOF_JSON_BYTES,
      response: DeviceActivation,
      errors: { 400: "unknown, used or expired code", 429: "too many wrong codes; see Retry-After" },
      async run({ body, address }) {
        const letters = normalizeScannedCode(body.code, config.qrPrefix);
        const counters = [{ kind: "code-address", subject: address }] as const;
        const event = anonymousAttemptEvent("pairing", address);
        const attempt = await recordIfRejected(securityLog, event, () =>
          storage.write(null, (tx) => countLoginAttempt(countersIn(tx), counters, clock.now())),
        );
        const activated = await storage.write(null, (tx) => {
          const owner = consumeCode(tx, letters, codeKey);
          if (owner === null) return null;
          const madeBy = owner.deviceTokenId;
          const pairedBy = madeBy === null ? null : findUsableDevice(tx, madeBy, clock.now());
          if (madeBy !== null && pairedBy === null) return null;
          refundLoginAttempt(countersIn(tx), attempt, []);
          const { deviceName = null, previousDeviceToken = null } = body;
          const pairing = { deviceName, previousToken: previousDeviceToken };
          const paired = pairDevice(tx, { ...owner, pairedBy }, pairing, config.deviceTokenMs);
          const target = { type: "device", id: paired.deviceTokenId } as const;
          const by = actorOf({ ...owner, deviceTokenId: null }, address);
          recordEvent(tx, { kind: "pairing", ...by, target, details: { kind: owner.kind } });
          return paired;
        });
        if (activated === null) {
          recordFailure(securityLog, event, "wrongCode", attempt);
          throw Invalid.field("code", msg("is unknown, used or expired; make a new code"));
        }
        return { kind: "json", body: activated };
      },
    }),
    query("GET", "/api/device-auth/device", {
      operationId: "getCurrentDevice",
      permission: "terminal",
      summary: "The paired device of the token: its name and when its pairing expires",
      description: "`user` is the device's owner, not the user who has logged in on it.",
      response: OwnDevice,
      errors: { 404: "the token does not belong to a paired device" },
      run(_, { tenantId, deviceTokenId }) {
        const oid = deviceTokenId ?? 0;
        const found = ownDevice.first(storage.db, { tenantId, oid, now: clock.iso() });
        if (found === null) {
          throw new NotFound(msg("This is not a paired device."));
        }
        return { kind: "json", body: found.json };
      },
    }),
    query("GET", "/api/device-auth/tokens", {
      operationId: "listDevices",
      permission: "work",
      summary: "The caller's paired devices, newest first; with `all=true` (Admin) the tenant's",
      query: { all: queryFlag().optional() },
      response: z.array(DeviceToken),
      run({ query }, principal) {
        const parameters = { tenantId: principal.tenantId, userId: principal.userId, now: clock.iso() };
        if (!query.all)
          return { kind: "json", body: listInMainThread(storage.db, devicesOfUser, parameters) };
        if (!may(principal, "administer")) throw new Forbidden();
        return { kind: "json", body: listInMainThread(storage.db, devicesOfTenant, parameters) };
      },
    }),
    command("PUT", "/api/device-auth/tokens/{id}", {
      operationId: "updateDevice",
      permission: "manage",
      summary: "Makes a personal device a shared terminal",
      description:
        "The device stays paired and keeps its unsent counts. A shared terminal becomes personal only by pairing it again.",
      params: { id: pathId() },
      body: { kind: oneOf(["terminal"]) },
      response: OwnDevice,
      needsRecentLogin: true,
      errors: {
        403: "another user's device, unless an Admin asks; or `reason` `recentLogin`: on a paired device without a recent login",
      },
      record: (tx, { params }, principal) => deviceOfTenant(tx, params.id, principal.tenantId),
      run(tx, _, principal, { record }) {
        assertRecentLoginOnDevice(principal, clock.now());
        if (record.userId !== principal.userId && !may(principal, "administer")) throw new Forbidden();
        makeSharedTerminal(tx, record);
        const { tenantId } = principal;
        const found = ownDevice.first(tx, { tenantId, oid: record.oid, now: tx.now });
        if (found === null) throw new NotFound();
        return { kind: "json", body: found.json };
      },
    }),
    command("DELETE", "/api/device-auth/tokens/{id}", {
      operationId: "revokeDevice",
      evenWhenLow: true,
      permission: "terminal",
      summary: "Revokes a device; its tokens stop working at once",
      description: "The devices that were paired by it end too, and those that were paired by them.",
      params: { id: pathId() },
      errors: { 403: "another user's device, unless an Admin asks" },
      record: (tx, { params }, principal) => deviceOfTenant(tx, params.id, principal.tenantId),
      run(tx, _, principal, { record }) {
        if (!mayRevoke(principal, record)) throw new Forbidden();
        if (principal.deviceTokenId !== record.oid) assertRecentLogin(principal, clock.now());
        revokeDevice(tx, record);
      },
    }),
  ];
}

const secondFactorFirst = () =>
  new Forbidden(msg("Log in to the console with two-step login to pair a personal device."), "secondFactor");

/** The device of this id in the tenant. Throws NotFound. */
function deviceOfTenant(tx: Tx, oid: number, tenantId: number) {
  return orNotFound(findDeviceOfTenant(tx, oid, tenantId));
}

/**
 * The device with which a new one ends: the one by which its code is made. A shared terminal that is paired from a shared terminal
 * stands beside that one, because both belong to the tenant: it ends with the device by which that one was paired, if any.
 */
function pairedById(tx: Tx, principal: Principal, kind: DeviceKind): number | null {
  const { deviceTokenId, deviceKind, tenantId } = principal;
  if (deviceTokenId === null || deviceKind !== "terminal" || kind !== "terminal") return deviceTokenId;
  return findDeviceOfTenant(tx, deviceTokenId, tenantId)?.pairedById ?? null;
}

/** A device can be revoked by its owner, by an Admin and by itself. A shared terminal has no owner. */
function mayRevoke(principal: Principal, { oid, userId, kind }: Device): boolean {
  if (isTerminal(principal)) return principal.deviceTokenId === oid;
  return (
    may(principal, "administer") ||
    (userId === principal.userId && (kind === "personal" || may(principal, "manage")))
  );
}

const tooManyCodes = (seconds: number) =>
  msg("You have made too many pairing codes within an hour. Try again in {seconds} s.", { seconds });

/** The report of unsent counts by terminals that move to HTTPS. */
export function deliveryRoutes(
  https: Pick<HttpsRule, "transportOf">,
  deviceUse: Pick<DeviceUse, "recordReport">,
): Endpoint[] {
  return [
    command("PUT", "/api/device-auth/device/unsent", {
      operationId: "reportUnsent",
      permission: "terminal",
      overHttp: "delivery",
      summary: "Reports the unsent counts of the paired device in the storage of the HTTP address",
      description:
        "Where HTTPS is required, a device that was last used over plain HTTP may send counts and their photos over plain HTTP until it reports 0 here. Over HTTPS, and where HTTPS is not required, the report is ignored.",
      body: { unsent: integer(0, 2 ** 31 - 1).describe("unsent counts and photos") },
      errors: { 404: "the token does not belong to a paired device" },
      run(tx, { body, isExposed }, { deviceTokenId }) {
        if (deviceTokenId === null) throw new NotFound(msg("This is not a paired device."));
        if (https.transportOf(isExposed) === "unaccepted") {
          saveUnsent(tx, deviceTokenId, body.unsent);
          deviceUse.recordReport(deviceTokenId);
        }
      },
    }),
  ];
}
