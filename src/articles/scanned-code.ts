import { fold } from "../domain/text-folding.ts";
import { type Db, statement } from "../storage/database/statement.ts";
import { articlesOf, idByCode } from "./store.ts";

const bySerial = statement((p: { tenantId: number; text: string; most: number }) =>
  articlesOf(p.tenantId).where("a.serialFolded", "=", p.text).select("a.oid").limit(p.most),
);
const byRfId = statement((p: { tenantId: number; text: string; most: number }) =>
  articlesOf(p.tenantId).where("a.rfIdFolded", "=", p.text).select("a.oid").limit(p.most),
);

/**
 * Finds articles by a scanned text, as oids: the article with exactly this code, else those with this serial number, else those
 * with this RFID tag. Serial numbers and RFID tags compare without regard to case and accents. Empty: unknown; two: ambiguous.
 */
export function findByScannedCode(db: Db, tenantId: number, text: string): readonly number[] {
  const byCode = idByCode.first(db, { tenantId, code: text });
  if (byCode !== null) return [byCode.oid];
  const wanted = { tenantId, text: fold(text), most: 2 };
  const serials = bySerial.all(db, wanted);
  return (serials.length > 0 ? serials : byRfId.all(db, wanted)).map(({ oid }) => oid);
}
