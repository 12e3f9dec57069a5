import { msg } from "../../domain/message.ts";

/** Names of the fields of an article, in forms and in its history. */
export const FIELD_NAMES = {
  code: msg("Code", "Kód"),
  name: msg("Name", "Název"),
  categoryId: msg("Category", "Kategorie"),
  typeId: msg("Type", "Typ"),
  stateId: msg("State", "Stav"),
  price: msg("Price", "Cena"),
  serialNumber: msg("Serial number", "Sériové číslo"),
  rfId: msg("RFID tag", "RFID štítek"),
  userId: msg("Assigned to", "Přiděleno"),
  responsibleUserId: msg("Responsible person", "Odpovědná osoba"),
  isDisposal: msg("Marked for disposal", "Určeno k vyřazení"),
  disposalDT: msg("Disposed of", "Vyřazeno"),
  disposalMethodId: msg("Disposal method", "Způsob vyřazení"),
  disposalReasonId: msg("Disposal reason", "Důvod vyřazení"),
  note: msg("Note", "Poznámka"),
  invoiceNo: msg("Invoice number", "Číslo faktury"),
  dtBuy: msg("Purchase date", "Datum nákupu"),
  currencyTypeId: msg("Currency", "Měna"),
  rejectReason: msg("Rejection reason", "Důvod zamítnutí"),
} as const;
