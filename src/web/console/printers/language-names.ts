import { type Message, msg } from "../../../domain/message.ts";

/** The names of the printer languages, with the makers of their printers. */
export const LANGUAGE_NAMES: Readonly<Record<string, Message>> = {
  zpl: msg("ZPL (Zebra)"),
  tspl: msg("TSPL (TSC)"),
  epl: msg("EPL (Eltron, older Zebra)"),
  escpos: msg("ESC/POS (Epson and others, receipts)"),
  star: msg("Star (receipts)"),
};
