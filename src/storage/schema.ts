import type { Generated, GeneratedAlways } from "kysely";

// The tables as the queries see them; the migrations hold the same with every constraint.

/** SQLite has no booleans. */
export type Flag = 0 | 1;
/** ISO 8601, UTC, with milliseconds and `Z`. */
export type IsoTime = string;

interface Versioned {
  /** Number of the transaction that changed the row last. */
  change: number;
}

interface OfTenant {
  tenantId: number;
}

export interface ChangeCounterTable extends Versioned {
  id: number;
  at: IsoTime;
}

export interface TenantTable {
  oid: Generated<number>;
  name: string;
  createdDT: IsoTime;
}

export interface UserTable extends OfTenant, Versioned {
  oid: Generated<number>;
  userName: string;
  userNameKey: string;
  firstName: string;
  lastName: string;
  fullName: GeneratedAlways<string>;
  fullNameFolded: string;
  isActive: Flag;
  /** JSON array of role names. */
  roles: string;
  passwordHash: string | null;
  pinHash: string | null;
  secretsChangedDT: IsoTime;
  createdDT: IsoTime;
}

export interface DeviceTokenTable extends OfTenant, Versioned {
  oid: Generated<number>;
  userId: number;
  deviceName: string;
  tokenHash: Buffer;
  createdDT: IsoTime;
  expiresAt: IsoTime;
  lastUsedDT: IsoTime | null;
  revokedDT: IsoTime | null;
}

export interface RegistrationCodeTable extends OfTenant {
  userId: number;
  codeMac: Buffer;
  expiresAt: IsoTime;
}

export interface GuessTable {
  kind: string;
  subject: string;
  /** JSON array of milliseconds since 1970. */
  times: string;
  holds: number;
  /** Milliseconds since 1970. */
  heldUntil: number;
}

export interface KeptAnswerTable {
  userId: number;
  key: string;
  fingerprint: Buffer;
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
  at: IsoTime;
}

/** Categories, types, states, currencies, disposal methods and reasons; `tenantId` null is global. */
export interface CatalogueTable extends Versioned {
  oid: Generated<number>;
  tenantId: number | null;
  name: string;
}

export interface LocationTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameFolded: string;
  code: string | null;
  parentLocationId: number | null;
}

export interface ArticleTable extends OfTenant, Versioned {
  oid: Generated<number>;
  code: string | null;
  name: string;
  categoryId: number;
  typeId: number;
  stateId: number;
  /** Ten-thousandths. */
  price: number;
  serialNumber: string | null;
  rfId: string | null;
  userId: number | null;
  responsibleUserId: number | null;
  isDisposal: Generated<Flag>;
  disposalDT: IsoTime | null;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  note: string | null;
  invoiceNo: string | null;
  buyDate: string | null;
  currencyTypeId: number | null;
  deleted: Generated<Flag>;
  createdDT: IsoTime;
  modifiedDT: IsoTime;
  createdBy: string;
  modifiedBy: string;
  nameFolded: string;
  codeFolded: string | null;
  serialFolded: string | null;
  rfIdFolded: string | null;
}

export interface ArticleLocationTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  locationId: number;
  quantity: number;
}

export interface ArticleTransferTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  userId: number;
  targetLocationId: number;
  isConfirmed: Generated<Flag>;
  isRejected: Generated<Flag>;
  deleted: Generated<Flag>;
  createdDT: IsoTime;
}

export interface DisposalProposalTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  userId: number;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  proposalDT: IsoTime;
  decidedDT: IsoTime | null;
  isDisposal: Generated<Flag>;
}

export interface InventoryTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameFolded: string;
  isClosed: Generated<Flag>;
  isApproved: Generated<Flag>;
  mustBeApproved: Generated<Flag>;
  isBlind: Generated<Flag>;
  locationId: number | null;
  inventoryStateId: number;
}

export interface InventoryItemTable extends OfTenant, Versioned {
  oid: Generated<number>;
  inventoryId: number;
  articleId: number;
  locationId: number | null;
  inventoryLocationId: number | null;
  quantity: number;
  inventoryQuantity: number | null;
  isFound: Generated<Flag>;
  isDisposal: Generated<Flag>;
  isApproved: Generated<Flag>;
  isUnexpected: Generated<Flag>;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  note: string | null;
}

export interface InventoryItemHistoryTable extends OfTenant {
  oid: Generated<number>;
  itemId: number;
  at: IsoTime;
  userId: number;
  deviceTokenId: number | null;
  before: string;
  after: string;
}

export interface PhotoTable extends OfTenant, Versioned {
  oid: Generated<number>;
  inventoryItemId: number;
  userId: number;
  fileName: string;
  contentType: string;
  width: number;
  height: number;
  size: number;
  file: string;
  thumbnail: string;
  createdDT: IsoTime;
  createdBy: string;
  deleted: Generated<Flag>;
}

export interface PrinterTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameKey: string;
  ipAddress: string;
  port: number;
  printerTypeId: number;
  isActive: Flag;
  deleted: Generated<Flag>;
}

export interface PrintFormatTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameKey: string;
  template: string;
  printerTypeId: number;
  deleted: Generated<Flag>;
}

export interface PrintRequestTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number | null;
  printerId: number;
  labelFormatId: number | null;
  copies: number;
  stateId: number;
  attempts: Generated<number>;
  lastError: string | null;
  nextTryDT: IsoTime | null;
  isInterrupted: Generated<Flag>;
  isConfirmed: Generated<Flag>;
  createdDT: IsoTime;
  /** Made, or retried last. */
  queuedDT: IsoTime;
  createdBy: string;
  userId: number;
  deviceTokenId: number | null;
  startedDT: IsoTime | null;
  finishedDT: IsoTime | null;
}

export interface PrintDataTable {
  printRequestId: number;
  data: Buffer;
}

/** The catalogues by their table. */
export interface CatalogueTables {
  articleCategory: CatalogueTable;
  articleType: CatalogueTable;
  articleState: CatalogueTable;
  currencyType: CatalogueTable;
  articleDisposalMethod: CatalogueTable;
  articleDisposalReason: CatalogueTable;
}

export interface Schema extends CatalogueTables {
  changeCounter: ChangeCounterTable;
  tenant: TenantTable;
  user: UserTable;
  deviceToken: DeviceTokenTable;
  registrationCode: RegistrationCodeTable;
  guess: GuessTable;
  keptAnswer: KeptAnswerTable;
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
