import type { CodeKind } from "../../domain/codes/stored-key.ts";
import { type Message, msg } from "../../domain/message.ts";

/** The kinds of additional codes. */
export const CODE_KIND_NAMES: Readonly<Record<CodeKind, Message>> = {
  gtin: msg("EAN / UPC"),
  oldNumber: msg("Old number"),
  serial: msg("Serial number"),
  epc: msg("RFID tag"),
  other: msg("Other code"),
};
