import type { RecordDeclaration } from "../../records/record.ts";
import type { RECORDS } from "../../records/records.ts";
import type {
  ApiKeyTable,
  ApiKeyUseTable,
  AppStateTable,
  AuditEntryTable,
  ChangeCounterTable,
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
} from "./schema/access.ts";
import type { CatalogueSettingTable, DeletedArticleTable } from "./schema/articles.ts";
import type { BackupRunTable, BackupTargetTable } from "./schema/backup.ts";
import type { ChangeEntryTable } from "./schema/changes.ts";
import type { CustodyOperationTable } from "./schema/custody.ts";
import type {
  CountPlanRunTable,
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
  InventoryLocationTable,
  InventoryNameTable,
  InventoryTransitionTable,
} from "./schema/inventories.ts";
import type { JobChangeTable, JobInputTable, JobTable } from "./schema/jobs.ts";
import type { MasterArticleTable } from "./schema/master-data.ts";
import type { NoticeChoiceTable, NoticeCursorTable, NoticeMailTable } from "./schema/notices.ts";
import type { FollowedArticlesTable, OutgoingEventTable, WebhookDeliveryTable } from "./schema/outgoing.ts";
import type { PrintDataTable } from "./schema/printing.ts";
import type { RefillPendingTable, RefillShortageTable } from "./schema/refill.ts";
import type { RowOf } from "./schema/row.ts";
import type { SampleRecordTable } from "./schema/sample.ts";

// Types of the tables for the queries. migrations/ defines the tables with all constraints.

/** The tables of the declared records. */
type RecordTables = { [R in (typeof RECORDS)[number] as R["table"]]: RowOf<R> };

/** The tables by name. The comments of their columns are in migrations/. */
export interface Schema extends RecordTables {
  changeCounter: ChangeCounterTable;
  tenant: TenantTable;
  serviceAccount: ServiceAccountTable;
  apiKey: ApiKeyTable;
  apiKeyUse: ApiKeyUseTable;
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
  deletedArticle: DeletedArticleTable;
  custodyOperation: CustodyOperationTable;
  inventoryLocation: InventoryLocationTable;
  inventoryTransition: InventoryTransitionTable;
  inventoryName: InventoryNameTable;
  deletedInventoryItem: DeletedInventoryItemTable;
  inventoryItemMovement: InventoryItemMovementTable;
  countOperation: CountOperationTable;
  countingTerminal: CountingTerminalTable;
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
  webhookDelivery: WebhookDeliveryTable;
  backupTarget: BackupTargetTable;
  backupRun: BackupRunTable;
  masterArticle: MasterArticleTable;
  countPlanRun: CountPlanRunTable;
  inventoryRule: InventoryRuleTable;
  inventorySelection: InventorySelectionTable;
  inventorySample: InventorySampleTable;
  inventoryAccuracy: InventoryAccuracyTable;
  refillShortage: RefillShortageTable;
  refillPending: RefillPendingTable;
}

/** The name of a table. */
export type TableName = keyof Schema;

/** The declaration of a record of the schema. */
export type TableRecord = RecordDeclaration & { readonly table: keyof RecordTables };
