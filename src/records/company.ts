import { msg } from "../domain/message.ts";
import { LAWS } from "../domain/stocktakes/frame.ts";
import { MAX_RETENTION_YEARS } from "../domain/stocktakes/retention.ts";
import type { RecordDeclaration } from "./record.ts";

/** The company that a tenant is, as reports name it. */
export const COMPANY = {
  table: "company",
  entity: "company",
  label: msg("Company"),
  names: ["legalName"],
  lostAs: "settings",
  feedKind: 26,
  hasDeleted: false,
  fields: {
    legalName: { kind: "text", isNullable: true, reach: "everywhere", label: msg("Legal name") },
    seat: { kind: "text", isNullable: true, reach: "everywhere", label: msg("Registered office") },
    registrationNumber: {
      kind: "text",
      length: 50,
      isNullable: true,
      reach: "everywhere",
      label: msg("Registration number"),
    },
    taxNumber: { kind: "text", length: 50, isNullable: true, reach: "everywhere", label: msg("Tax number") },
    law: {
      kind: "choice",
      of: LAWS,
      isNullable: true,
      reach: "everywhere",
      label: msg("Accounting law"),
      description: "the country whose rules of a year-end stocktake are checked; null: none",
    },
    balanceSheetDay: {
      kind: "text",
      length: 5,
      isNullable: true,
      reach: "everywhere",
      label: msg("Balance-sheet day"),
      description: "MM-DD, such as 12-31",
    },
    retentionYears: {
      kind: "whole",
      min: 1,
      max: MAX_RETENTION_YEARS,
      isNullable: true,
      reach: "everywhere",
      label: msg("Retention period (years)"),
      description: "how long the records of closed stocktakes are kept; null: no period is set",
    },
  },
  internal: {},
} as const satisfies RecordDeclaration;
