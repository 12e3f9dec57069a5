import type { z } from "zod";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { listFields } from "../../http/endpoint/record-schemas.ts";
import { COMPANY } from "../../records/company.ts";

/** The company that a tenant is. Null: not set. */
export const Company = namedObject("Company", listFields(COMPANY, {}));
export type Company = z.output<typeof Company>;
