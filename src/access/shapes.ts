import { z } from "zod";
import { SESSION_CLIENTS } from "../domain/login.ts";
import { DEVICE_KINDS } from "../domain/principal.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { DeviceReference, UserReference } from "../http/endpoint/references.ts";

// The responses of the login and device endpoints (contract 2).

export const AuthResponse = namedObject("AuthResponse", {
  accessToken: z.string().describe("JWT for `Authorization: Bearer`"),
  refreshToken: z.string(),
  expiresIn: z.int().describe("seconds"),
  user: z.object({ id: z.int(), userName: z.string(), fullName: z.string() }),
});
export type AuthResponse = z.output<typeof AuthResponse>;

export const CurrentUser = namedObject("CurrentUser", {
  id: z.int(),
  userName: z.string(),
  fullName: z.string(),
  tenantId: z.int(),
});

export const TerminalUser = namedObject("TerminalUser", {
  id: z.int(),
  userName: z.string(),
  fullName: z.string(),
  isActive: z.boolean().optional().describe("only with `all=true`"),
  kind: z
    .enum(["person", "service"])
    .optional()
    .describe("only with `all=true`; `service`: a service account, to which nothing can be assigned"),
});

export const LoginUser = namedObject("LoginUser", {
  id: z.int(),
  userName: z.string(),
  fullName: z.string(),
});

export const TerminalLogin = namedObject("TerminalLogin", {
  id: z.int(),
  userName: z.string(),
  fullName: z.string(),
  tenantId: z.int(),
  roles: z.array(z.string()),
  accessToken: z.string().optional().describe("only for a paired device's token"),
  refreshToken: z.string().optional(),
  expiresIn: z.int().optional(),
  submissionToken: z.string().optional().describe("delivers what the user queues there, for 7 days"),
  submissionKey: z.string().optional().describe("base64url; signs what the user queues there"),
});

/** What a login at a paired device leaves there to deliver queued operations. */
export const Submission = namedObject("Submission", {
  /** A bearer token, for delivery only. It stays on the device when the login has ended. */
  submissionToken: z.string(),
  /** It signs operations while they are queued, and is deleted with the login's tokens. */
  submissionKey: z.string().describe("base64url"),
});
export type Submission = z.output<typeof Submission>;

export const RegistrationCode = namedObject("RegistrationCode", {
  code: z.string(),
  qrContent: z.string(),
  expiresAt: z.iso.datetime(),
});

export const DeviceActivation = namedObject("DeviceActivation", {
  deviceToken: z.string(),
  deviceTokenId: z.int(),
  expiresAt: z.iso.datetime(),
});

export const DeviceToken = namedObject("DeviceToken", {
  deviceTokenId: z.int(),
  deviceName: z.string(),
  createdDT: z.iso.datetime(),
  lastUsedDT: z.iso
    .datetime()
    .nullable()
    .describe("last authenticated request, updated about once a minute; null: none yet"),
  expiresAt: z.iso.datetime(),
  kind: z.enum(DEVICE_KINDS).describe("`personal` acts as its user, `terminal` is shared"),
  user: UserReference.optional().describe("only with `all=true`"),
});

export const Session = namedObject("Session", {
  id: z.int(),
  createdDT: z.iso.datetime(),
  lastUsedDT: z.iso.datetime().describe("last authenticated request, updated about once a minute"),
  expiresAt: z.iso.datetime(),
  device: DeviceReference.nullable(),
  client: z
    .enum(SESSION_CLIENTS)
    .nullable()
    .optional()
    .describe("only with `includeClient=true`: the client that the login named"),
  isCurrent: z.boolean().describe("the session of this request"),
});
export type Session = z.output<typeof Session>;

export const OwnDevice = namedObject("OwnDevice", {
  deviceTokenId: z.int(),
  deviceName: z.string(),
  createdDT: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  kind: z.enum(DEVICE_KINDS),
  user: UserReference,
});

const attempt = {
  user: UserReference,
  device: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe("the paired device of the last wrong attempt, or null"),
  address: z.string().nullable().describe("the client's address at the last wrong attempt"),
  at: z.iso.datetime().describe("the last wrong attempt"),
};
const LoginLock = namedObject("LoginLock", {
  ...attempt,
  secret: z.enum(["pin", "password", "secondFactor"]),
  where: z
    .enum(["noDevice", "newDevices", "device", "unknownCallers", "knownCaller"])
    .nullable()
    .describe(
      "where the PIN is locked: without a paired device, on all devices on which the user has never logged in, or on `device`; where the password is locked: for all browsers and addresses from which the user has not logged in within 90 days, or for one other; null for a password that must wait a few minutes, and for two-step login",
    ),
});
export type LoginLock = z.output<typeof LoginLock>;

export const LoginAlarm = namedObject("LoginAlarm", {
  locks: z.array(LoginLock),
  users: z
    .array(
      z.object({
        user: UserReference,
        count: z.int().describe("wrong PINs, passwords and second factors in the last 24 hours, at most 100"),
        at: z.iso.datetime().describe("the last one"),
        address: z.string().nullable().describe("the client's address at the last one"),
      }),
    )
    .describe("users with 100 or more wrong attempts in the last 24 hours"),
  failures: z
    .object({
      count: z.int().describe("wrong PINs and passwords in the last hour, at most 50"),
      last: z.array(z.object(attempt)).describe("the latest ones, by user"),
    })
    .nullable()
    .describe("null: fewer than 50 in the last hour"),
});
export type LoginAlarm = z.output<typeof LoginAlarm>;
