import type {
  BoxNoteTable,
  ChangeCounterTable,
  DeviceTokenTable,
  GuessTable,
  KeptAnswerTable,
  RegistrationCodeTable,
  TenantTable,
  UserTable,
} from "./schema/access.ts";
import type {
  ArticleLocationTable,
  ArticleTable,
  ArticleTransferTable,
  CatalogueTables,
  DisposalProposalTable,
  LocationTable,
} from "./schema/articles.ts";
import type {
  InventoryItemHistoryTable,
  InventoryItemTable,
  InventoryTable,
  PhotoTable,
} from "./schema/inventories.ts";
import type { PrintDataTable, PrinterTable, PrintFormatTable, PrintRequestTable } from "./schema/printing.ts";

// The tables as the queries see them; the migrations hold the same with every constraint.

export interface Schema extends CatalogueTables {
  changeCounter: ChangeCounterTable;
  tenant: TenantTable;
  user: UserTable;
  deviceToken: DeviceTokenTable;
  registrationCode: RegistrationCodeTable;
  guess: GuessTable;
  keptAnswer: KeptAnswerTable;
  boxNote: BoxNoteTable;
  location: LocationTable;
  article: ArticleTable;
  articleLocation: ArticleLocationTable;
  articleTransfer: ArticleTransferTable;
  disposalProposal: DisposalProposalTable;
  inventory: InventoryTable;
  inventoryItem: InventoryItemTable;
  inventoryItemHistory: InventoryItemHistoryTable;
  photo: PhotoTable;
  printer: PrinterTable;
  printFormat: PrintFormatTable;
  printRequest: PrintRequestTable;
  printData: PrintDataTable;
}

export type TableName = keyof Schema;
