import type { Generated } from "kysely";
import type { CustomFieldType } from "../../../domain/custom-fields.ts";
import type { Flag, OfTenant, Versioned } from "./columns.ts";

/** A field that a tenant has defined for its articles. */
export interface CustomFieldTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameKey: string;
  type: CustomFieldType;
  unit: string | null;
  /** JSON array. */
  choices: string | null;
  /** JSON array. Null: all articles have the field. */
  categoryIds: string | null;
  isRequired: Flag;
  position: number;
  deleted: Generated<Flag>;
}
