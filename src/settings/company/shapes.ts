import { z } from "zod";
import { listFields } from "../../http/endpoint/record-schemas.ts";
import { COMPANY } from "../../records/company.ts";

/** The company that a tenant is. Null: not set. */
export const Company = z.object(listFields(COMPANY, {})).meta({ id: "Company" });
export type Company = z.output<typeof Company>;
