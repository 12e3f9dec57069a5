import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const CONFIRMED = msg("Confirmed after a restore");

/** A person, or the account of a program. */
export const USER = {
  table: "user",
  entity: "user",
  label: msg("User"),
  names: ["userName"],
  lostAs: "users",
  feedKind: 7,
  hasDeleted: false,
  fields: {
    userName: {
      kind: "text",
      isRequired: true,
      reach: "everywhere",
      label: msg("User name"),
      cells: { width: 18, aliases: ["login", "user", "uživatel", "přihlašovací jméno", "username"] },
    },
    firstName: {
      kind: "text",
      isRequired: true,
      reach: "everywhere",
      label: msg("First name"),
      cells: { width: 16, aliases: ["given name", "křestní jméno"] },
    },
    lastName: {
      kind: "text",
      isRequired: true,
      reach: "everywhere",
      label: msg("Last name"),
      cells: { width: 18, aliases: ["surname", "family name"] },
    },
    // For notices.
    email: {
      kind: "text",
      isNullable: true,
      reach: "personal",
      label: msg("E-mail"),
      except: { cells: "each user sets the own one" },
    },
    // The code on the person's badge.
    badgeCode: {
      kind: "text",
      isNullable: true,
      reach: "personal",
      label: msg("Badge"),
      cells: { width: 18, aliases: ["badge code", "badge number", "card number", "číslo karty"] },
    },
    // `service`: the account of a program, with API keys.
    accountType: {
      kind: "choice",
      of: ["person", "service"],
      column: "kind",
      hasDefault: true,
      reach: "inside",
      label: msg("Account type"),
      except: { cells: "tables have persons alone" },
    },
    isActive: {
      kind: "flag",
      reach: "everywhere",
      label: msg("Active"),
      cells: { width: 10, aliases: ["is active", "enabled", "povolen"] },
    },
    // 0 after a restore until an Admin confirms the user.
    isConfirmed: {
      kind: "flag",
      hasDefault: true,
      reach: "inside",
      label: CONFIRMED,
      except: { cells: "an Admin confirms each user" },
    },
    roles: {
      kind: "list",
      reach: "inside",
      label: msg("Roles"),
      cells: { width: 18, aliases: ["role", "oprávnění"] },
    },
    password: {
      kind: "text",
      column: "passwordHash",
      isNullable: true,
      reach: "secret",
      label: msg("Password"),
      cells: { width: 14, aliases: [] },
    },
    pin: {
      kind: "text",
      column: "pinHash",
      isNullable: true,
      reach: "secret",
      label: msg("PIN"),
      cells: { width: 8, aliases: ["pin code"] },
    },
  },
  internal: {
    userNameKey: { type: "text", isUnique: true },
    fullName: { type: "text", writtenBy: "column" },
    fullNameFolded: { type: "text" },
    // Null: no PIN, or one from before its length was saved.
    pinDigits: { type: "whole", isNullable: true },
    secretsChangedDT: { type: "time" },
    // When all sessions were ended last. Null: never.
    sessionsEndedDT: { type: "time", isNullable: true },
    createdDT: { type: "time" },
  },
} as const satisfies RecordDeclaration;

/** A paired device. */
export const DEVICE = {
  table: "deviceToken",
  entity: "device",
  label: msg("Device"),
  names: ["deviceName"],
  lostAs: "devices",
  feedKind: null,
  hasDeleted: false,
  fields: {
    deviceName: { kind: "text", isRequired: true, reach: "inside", label: msg("Device name") },
    kind: {
      kind: "choice",
      of: ["personal", "terminal"],
      hasDefault: true,
      reach: "inside",
      label: msg("Device type"),
    },
    userId: { kind: "reference", to: "user", reach: "inside", label: msg("Assigned to") },
    // The device by which it was paired. Null: a login without a device.
    pairedById: {
      kind: "reference",
      to: "deviceToken",
      isNullable: true,
      reach: "inside",
      label: msg("Paired by device"),
    },
    revokedDT: { kind: "time", isNullable: true, reach: "inside", label: msg("Revoked") },
    // 0 after a restore until an Admin confirms the device.
    isConfirmed: { kind: "flag", hasDefault: true, reach: "inside", label: CONFIRMED },
  },
  internal: { tokenHash: { type: "bytes" }, createdDT: { type: "time" }, expiresAt: { type: "time" } },
} as const satisfies RecordDeclaration;
