import { codesOfArticle } from "../../articles/codes/codes.ts";
import { checkedGtin, gtinForms } from "../../domain/codes/gtin.ts";
import type { Db } from "../../storage/database/statement.ts";

/** The values of a label in the codes of GS1; "" where the article has no GTIN. */
interface Gs1Values {
  /** 14 digits. */
  readonly gtin: string;
  /** 13 digits; "" for a GTIN that only boxes have. */
  readonly ean: string;
  /** `(01)` with the GTIN, `(21)` with the serial number. */
  readonly gs1: string;
}

/** The characters of a serial number in an element string, without the brackets that mark its parts (GS1 General Specifications, figure 7.11-1). */
const SERIAL = /^[A-Za-z0-9!"%&'*+,\-./:;<=>?_]{1,20}$/;

/** The GTIN of an article: its own code where that is one, else its first additional code of this kind. */
export function gs1Values(
  db: Db,
  tenantId: number,
  {
    oid,
    code,
    serialNumber,
  }: { readonly oid: number; readonly code: string | null; readonly serialNumber: string | null },
): Gs1Values {
  const codes = [
    ...(code === null ? [] : [code]),
    ...codesOfArticle(db, tenantId, oid).map((one) => one.code),
  ];
  const gtin = codes.map(checkedGtin).find((one) => one !== null) ?? null;
  if (gtin === null) return { gtin: "", ean: "", gs1: "" };
  const ean = gtinForms(gtin).find((form) => form.length === 13) ?? "";
  const serial = serialNumber !== null && SERIAL.test(serialNumber) ? `(21)${serialNumber}` : "";
  return { gtin, ean, gs1: `(01)${gtin}${serial}` };
}

/** The same of the sample article. */
export const SAMPLE_GS1: Gs1Values = {
  gtin: "04006381333931",
  ean: "4006381333931",
  gs1: "(01)04006381333931(21)SN-2041-0007",
};
