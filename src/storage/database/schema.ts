import type {
  AuditTable,
  BoxNoteTable,
  ChangeCounterTable,
  DeviceTokenTable,
  DeviceUserTable,
  DeviceUseTable,
  GuessTable,
  KeptAnswerTable,
  PasskeyTable,
  RecoveryCodeTable,
  RegistrationCodeTable,
  SecurityEventTable,
  SessionTable,
  SessionTokenTable,
  SettingTable,
  TenantTable,
  TotpFactorTable,
  UserTable,
} from "./schema/access.ts";
import type {
  ArticleGoneTable,
  ArticleLocationTable,
  ArticleTable,
  ArticleTransferTable,
  CatalogueSettingTable,
  CatalogueTables,
  DisposalProposalTable,
  LocationTable,
} from "./schema/articles.ts";
import type {
  CountingTerminalTable,
  CountOperationTable,
  InventoryItemGoneTable,
  InventoryItemMovementTable,
  InventoryItemTable,
  InventoryLocationTable,
  InventoryMoveTable,
  InventoryNameTable,
  InventoryTable,
  PhotoTable,
} from "./schema/inventories.ts";
import type { PrintDataTable, PrinterTable, PrintFormatTable, PrintRequestTable } from "./schema/printing.ts";
import type { SampleRecordTable } from "./schema/sample.ts";

// The tables as the queries see them; the migrations hold the same with every constraint.

export interface Schema extends CatalogueTables {
  changeCounter: ChangeCounterTable;
  tenant: TenantTable;
  user: UserTable;
  deviceToken: DeviceTokenTable;
  registrationCode: RegistrationCodeTable;
  session: SessionTable;
  sessionToken: SessionTokenTable;
  totpFactor: TotpFactorTable;
  passkey: PasskeyTable;
  recoveryCode: RecoveryCodeTable;
  guess: GuessTable;
  keptAnswer: KeptAnswerTable;
  boxNote: BoxNoteTable;
  setting: SettingTable;
  deviceUser: DeviceUserTable;
  deviceUse: DeviceUseTable;
  audit: AuditTable;
  securityEvent: SecurityEventTable;
  catalogueSetting: CatalogueSettingTable;
  location: LocationTable;
  article: ArticleTable;
  articleLocation: ArticleLocationTable;
  articleGone: ArticleGoneTable;
  articleTransfer: ArticleTransferTable;
  disposalProposal: DisposalProposalTable;
  inventory: InventoryTable;
  inventoryItem: InventoryItemTable;
  inventoryLocation: InventoryLocationTable;
  inventoryMove: InventoryMoveTable;
  inventoryName: InventoryNameTable;
  inventoryItemGone: InventoryItemGoneTable;
  inventoryItemMovement: InventoryItemMovementTable;
  countOperation: CountOperationTable;
  countingTerminal: CountingTerminalTable;
  photo: PhotoTable;
  printer: PrinterTable;
  printFormat: PrintFormatTable;
  printRequest: PrintRequestTable;
  printData: PrintDataTable;
  sampleRecord: SampleRecordTable;
}

export type TableName = keyof Schema;
