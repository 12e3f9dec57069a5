import type {
  ApiKeyTable,
  ApiKeyUseTable,
  AppStateTable,
  AuditEntryTable,
  ChangeCounterTable,
  DeviceTokenTable,
  DeviceUserTable,
  DeviceUseTable,
  IdempotencyRecordTable,
  KnownCallerTable,
  LoginAttemptTable,
  PasskeyTable,
  RecoveryCodeTable,
  RegistrationCodeTable,
  SecurityEventTable,
  ServiceAccountTable,
  SessionTable,
  SessionTokenTable,
  SessionTouchTable,
  SettingTable,
  TenantTable,
  TotpFactorTable,
  UserTable,
} from "./schema/access.ts";
import type {
  AdditionalCodeTable,
  ArticleLocationTable,
  ArticleTable,
  ArticleTransferTable,
  CatalogueSettingTable,
  CatalogueTables,
  DeletedArticleTable,
  DisposalProposalTable,
  LocationTable,
} from "./schema/articles.ts";
import type { BackupRunTable, BackupTargetTable } from "./schema/backup.ts";
import type { ChangeEntryTable } from "./schema/changes.ts";
import type { CustodyOperationTable, CustodyTable } from "./schema/custody.ts";
import type { CustomFieldTable } from "./schema/custom-fields.ts";
import type {
  CountPlanRunTable,
  CountPlanTable,
  InventoryAccuracyTable,
  InventoryRuleTable,
  InventorySampleTable,
  InventorySelectionTable,
} from "./schema/cycle-counts.ts";
import type {
  CountingTerminalTable,
  CountOperationTable,
  DeletedInventoryItemTable,
  InventoryItemMovementTable,
  InventoryItemTable,
  InventoryLocationTable,
  InventoryNameTable,
  InventoryTable,
  InventoryTransitionTable,
  PhotoTable,
} from "./schema/inventories.ts";
import type { JobChangeTable, JobInputTable, JobTable } from "./schema/jobs.ts";
import type { MasterArticleTable } from "./schema/master-data.ts";
import type { NoticeChoiceTable, NoticeCursorTable, NoticeMailTable } from "./schema/notices.ts";
import type {
  FollowedArticlesTable,
  OutgoingEventTable,
  WebhookDeliveryTable,
  WebhookTable,
} from "./schema/outgoing.ts";
import type { PrintDataTable, PrinterTable, PrintFormatTable, PrintRequestTable } from "./schema/printing.ts";
import type { RefillPendingTable, RefillRuleTable, RefillShortageTable } from "./schema/refill.ts";
import type { SampleRecordTable } from "./schema/sample.ts";

// Types of the tables for the queries. migrations/ defines the tables with all constraints.

/** The tables by name. The comments of their columns are in migrations/. */
export interface Schema extends CatalogueTables {
  changeCounter: ChangeCounterTable;
  tenant: TenantTable;
  user: UserTable;
  serviceAccount: ServiceAccountTable;
  apiKey: ApiKeyTable;
  apiKeyUse: ApiKeyUseTable;
  deviceToken: DeviceTokenTable;
  registrationCode: RegistrationCodeTable;
  session: SessionTable;
  sessionToken: SessionTokenTable;
  sessionTouch: SessionTouchTable;
  totpFactor: TotpFactorTable;
  passkey: PasskeyTable;
  recoveryCode: RecoveryCodeTable;
  loginAttempt: LoginAttemptTable;
  knownCaller: KnownCallerTable;
  idempotencyRecord: IdempotencyRecordTable;
  appState: AppStateTable;
  setting: SettingTable;
  deviceUser: DeviceUserTable;
  deviceUse: DeviceUseTable;
  auditEntry: AuditEntryTable;
  securityEvent: SecurityEventTable;
  catalogueSetting: CatalogueSettingTable;
  location: LocationTable;
  article: ArticleTable;
  additionalCode: AdditionalCodeTable;
  articleLocation: ArticleLocationTable;
  deletedArticle: DeletedArticleTable;
  articleTransfer: ArticleTransferTable;
  disposalProposal: DisposalProposalTable;
  custody: CustodyTable;
  custodyOperation: CustodyOperationTable;
  inventory: InventoryTable;
  inventoryItem: InventoryItemTable;
  inventoryLocation: InventoryLocationTable;
  inventoryTransition: InventoryTransitionTable;
  inventoryName: InventoryNameTable;
  deletedInventoryItem: DeletedInventoryItemTable;
  inventoryItemMovement: InventoryItemMovementTable;
  countOperation: CountOperationTable;
  countingTerminal: CountingTerminalTable;
  photo: PhotoTable;
  printer: PrinterTable;
  printFormat: PrintFormatTable;
  printRequest: PrintRequestTable;
  printData: PrintDataTable;
  sampleRecord: SampleRecordTable;
  job: JobTable;
  jobInput: JobInputTable;
  jobChange: JobChangeTable;
  changeEntry: ChangeEntryTable;
  outgoingEvent: OutgoingEventTable;
  noticeChoice: NoticeChoiceTable;
  noticeCursor: NoticeCursorTable;
  noticeMail: NoticeMailTable;
  followedArticles: FollowedArticlesTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  backupTarget: BackupTargetTable;
  backupRun: BackupRunTable;
  masterArticle: MasterArticleTable;
  customField: CustomFieldTable;
  countPlan: CountPlanTable;
  countPlanRun: CountPlanRunTable;
  inventoryRule: InventoryRuleTable;
  inventorySelection: InventorySelectionTable;
  inventorySample: InventorySampleTable;
  inventoryAccuracy: InventoryAccuracyTable;
  refillRule: RefillRuleTable;
  refillShortage: RefillShortageTable;
  refillPending: RefillPendingTable;
}

/** The name of a table. */
export type TableName = keyof Schema;
