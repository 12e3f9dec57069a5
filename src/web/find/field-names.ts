import { say } from "../../domain/message.ts";

/** Names of the fields of an article, in forms and in its history. */
export const FIELD_NAMES = {
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  categoryId: say("Category", "Kategorie"),
  typeId: say("Type", "Typ"),
  stateId: say("State", "Stav"),
  price: say("Price", "Cena"),
  serialNumber: say("Serial number", "Sériové číslo"),
  rfId: say("RFID tag", "RFID štítek"),
  userId: say("Assigned to", "Přiděleno"),
  responsibleUserId: say("Responsible person", "Odpovědná osoba"),
  isDisposal: say("Marked for disposal", "Určeno k vyřazení"),
  disposalDT: say("Disposed of", "Vyřazeno"),
  disposalMethodId: say("Disposal method", "Způsob vyřazení"),
  disposalReasonId: say("Disposal reason", "Důvod vyřazení"),
  note: say("Note", "Poznámka"),
  invoiceNo: say("Invoice number", "Číslo faktury"),
  dtBuy: say("Purchase date", "Datum nákupu"),
  currencyTypeId: say("Currency", "Měna"),
  rejectReason: say("Rejection reason", "Důvod zamítnutí"),
} as const;
