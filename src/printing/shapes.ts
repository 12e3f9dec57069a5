import { z } from "zod";

export const PrinterType = z.object({ oid: z.int(), name: z.string() }).meta({ id: "PrinterType" });

export const Printer = z
  .object({
    oid: z.int(),
    name: z.string(),
    ipAddress: z.string(),
    port: z.int(),
    printerTypeId: z.int(),
    isActive: z.boolean(),
  })
  .meta({ id: "Printer" });
export type Printer = z.output<typeof Printer>;

export const PrintFormat = z
  .object({ oid: z.int(), name: z.string(), template: z.string(), printerTypeId: z.int() })
  .meta({ id: "PrintFormat" });
export type PrintFormat = z.output<typeof PrintFormat>;

export const PrintAnswer = z
  .object({ oid: z.int(), stateId: z.int(), state: z.string() })
  .meta({ id: "PrintAnswer" });
