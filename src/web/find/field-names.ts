import { say } from "../../words.ts";

/** What the fields of an article are called, where it is edited and where its history is told. */
export const FIELD_NAMES = {
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  categoryId: say("Category", "Kategorie"),
  typeId: say("Type", "Typ"),
  stateId: say("State", "Stav"),
  price: say("Price", "Cena"),
  serialNumber: say("Serial number", "Sériové číslo"),
  rfId: say("RFID tag", "RFID štítek"),
  userId: say("Who has it", "Kdo ho má"),
  responsibleUserId: say("Responsible", "Odpovídá"),
  isDisposal: say("To be disposed of", "K vyřazení"),
  disposalDT: say("Disposed of", "Vyřazeno"),
  disposalMethodId: say("Way of disposal", "Způsob vyřazení"),
  disposalReasonId: say("Reason of disposal", "Důvod vyřazení"),
  note: say("Note", "Poznámka"),
  invoiceNo: say("Invoice", "Faktura"),
  dtBuy: say("Bought", "Koupeno"),
  currencyTypeId: say("Currency", "Měna"),
  rejectReason: say("Why it was rejected", "Důvod zamítnutí"),
} as const;
