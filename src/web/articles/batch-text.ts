import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

/** What a GS1 code says of its batch. */
interface Batch {
  readonly lot: string | null;
  /** YYYY-MM-DD */
  readonly expiry: string | null;
}

/** The lot and the expiry of a GS1 code as text, short enough for the card of a scan; empty where it has neither. */
export function batchText({ lot, expiry }: Batch): string {
  const lotText = lot === null ? null : t(msg("Lot {lot}"), { lot });
  const expiryText = expiry === null ? null : t(msg("Expiry {day}"), { day: expiry });
  return [lotText, expiryText].filter((text) => text !== null).join(" · ");
}
