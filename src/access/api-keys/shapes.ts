import { z } from "zod";
import { SCOPES } from "../../domain/scopes.ts";

/** A key without its secret part. */
export const ApiKey = z
  .object({
    id: z.int(),
    hint: z.string().describe("first characters of the key"),
    createdDT: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    lastUsedDT: z.iso.datetime().nullable().describe("to the minute; null: never used"),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof ApiKey>;

export const ServiceAccount = z
  .object({
    oid: z.int().describe("also the id of the user that records name"),
    name: z.string(),
    userName: z.string().describe("by which some records name the account; no login name"),
    scopes: z.array(z.enum(SCOPES)),
    isConfirmed: z.boolean().describe("false after a restore, until an Admin confirms the account"),
    createdDT: z.iso.datetime(),
    keys: z.array(ApiKey).describe("newest first, without expired ones"),
  })
  .meta({ id: "ServiceAccount" });
export type ServiceAccount = z.output<typeof ServiceAccount>;

export const CreatedKey = z
  .object({
    key: z.string().describe("for `Authorization: Bearer`; shown only now"),
    account: ServiceAccount,
  })
  .meta({ id: "CreatedApiKey" });
