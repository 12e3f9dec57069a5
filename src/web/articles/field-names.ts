import { msg } from "../../domain/message.ts";

/** Names of the fields of an article, in forms and in its history. */
export const FIELD_NAMES = {
  code: msg("Code"),
  name: msg("Name"),
  categoryId: msg("Category"),
  typeId: msg("Type"),
  stateId: msg("State"),
  price: msg("Price"),
  serialNumber: msg("Serial number"),
  rfId: msg("RFID tag"),
  userId: msg("Assigned to"),
  responsibleUserId: msg("Responsible person"),
  isDisposal: msg("Marked for disposal"),
  disposalDT: msg("Disposed of"),
  disposalMethodId: msg("Disposal method"),
  disposalReasonId: msg("Disposal reason"),
  note: msg("Note"),
  invoiceNo: msg("Invoice number"),
  dtBuy: msg("Purchase date"),
  currencyTypeId: msg("Currency"),
  rejectReason: msg("Rejection reason"),
} as const;
