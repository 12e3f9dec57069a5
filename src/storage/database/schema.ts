import type { Generated, GeneratedAlways, Selectable } from "kysely";
import type { BackupError, BackupInterval, BackupRisk, TargetPause } from "../../domain/backup-targets.ts";
import type { CustodyKind, CustodyRejection, CustodyResult } from "../../domain/custody.ts";
import type { DeliveryError, DeliveryState } from "../../domain/webhook-deliveries.ts";
import type { CatalogueName } from "../../records/catalogues.ts";
import { columnOf, type Field, type InternalColumn, type RecordDeclaration } from "../../records/record.ts";
import type { RECORDS } from "../../records/records.ts";

// Types of the tables for the queries. migrations/ defines the tables with all constraints.

/** The tables of the declared records. */
type RecordTables = { [R in (typeof RECORDS)[number] as R["table"]]: RowOf<R> };

/** The tables by name. The comments of their columns are in migrations/. */
export interface Schema extends RecordTables {
  // Server state, tenants, users, devices, sessions, audit and security log.
  changeCounter: Versioned & {
    id: number;
    at: IsoTime;
    isSearchDeferred: Generated<Flag>;
  };
  tenant: {
    oid: Generated<number>;
    name: string;
    createdDT: IsoTime;
  };
  /** What a service account may do. */
  serviceAccount: VersionedOfTenant & {
    userId: number;
    /** JSON array of scopes. */
    scopes: string;
    createdDT: IsoTime;
  };
  /** A key of a service account. */
  apiKey: VersionedOfTenant & {
    oid: Generated<number>;
    userId: number;
    keyHash: Buffer;
    hint: string;
    createdDT: IsoTime;
    expiresAt: IsoTime;
  };
  /** The last use of an API key. */
  apiKeyUse: OfTenant & {
    apiKeyId: number;
    lastUsedDT: IsoTime;
  };
  /** A login with its tokens. */
  session: OfTenant & {
    oid: Generated<number>;
    userId: number;
    deviceTokenId: number | null;
    createdDT: IsoTime;
    expiresAt: IsoTime;
    endedDT: Generated<IsoTime | null>;
    client: "console" | null;
    /** Identifies the token without a session whose first refresh or logout opened it; null: a login did. */
    tokenKey: Generated<string | null>;
  };
  /** The last touch of a login at a shared terminal. */
  sessionTouch: {
    sessionId: number;
    touchedDT: IsoTime;
  };
  /** A pair of an access and a refresh token of a session. `parentId`: the pair whose refresh created it. */
  sessionToken: {
    oid: Generated<number>;
    sessionId: number;
    parentId: number | null;
    firstUsedDT: Generated<IsoTime | null>;
    lastUsedDT: Generated<IsoTime | null>;
  };
  /** The last use of a device. */
  deviceUse: OfTenant & {
    deviceTokenId: number;
    lastUsedDT: IsoTime;
    /** 1: over plain HTTP from another host. Null: not known. */
    isOverHttp: Flag | null;
    /** Unsent counts that the device reported over plain HTTP since HTTPS is required. Null: no report. */
    unsent: Generated<number | null>;
  };
  registrationCode: OfTenant & {
    userId: number;
    codeMac: Buffer;
    kind: Generated<"personal" | "terminal">;
    expiresAt: IsoTime;
    /** The device by which it was made; null: a login without a device. */
    deviceTokenId: Generated<number | null>;
  };
  /** The authenticator app of a user. */
  totpFactor: OfTenant & {
    userId: number;
    /** Encrypted. */
    secret: Buffer;
    /** The time step of the last code that was used. */
    lastStep: number;
    createdDT: IsoTime;
  };
  passkey: OfTenant & {
    oid: Generated<number>;
    userId: number;
    rpId: string;
    credentialId: string;
    publicKey: Buffer;
    counter: number;
    /** JSON array. */
    transports: string;
    name: string;
    createdDT: IsoTime;
    lastUsedDT: Generated<IsoTime | null>;
  };
  recoveryCode: OfTenant & {
    codeMac: Buffer;
    userId: number;
    usedDT: Generated<IsoTime | null>;
  };
  loginAttempt: {
    kind: string;
    subject: string;
    /** JSON array of milliseconds since 1970. */
    times: string;
    holds: number;
    /** Milliseconds since 1970. */
    heldUntil: number;
    /** Failures since the last successful login, for the kinds that lock. */
    failures: number;
    userId: number | null;
    deviceTokenId: number | null;
    /** The client's address at the last attempt. */
    address: string | null;
  };
  /** Browsers and addresses from which users have logged in. `lastAt`: ms since 1970. */
  knownCaller: {
    userId: number;
    caller: string;
    lastAt: number;
  };
  idempotencyRecord: {
    userId: number;
    key: string;
    fingerprint: Buffer;
    status: number;
    body: string;
    etag: string | null;
    location: string | null;
    at: IsoTime;
  };
  /** State of the server itself, by name. */
  appState: {
    name: string;
    at: IsoTime;
    /** JSON. */
    content: string;
  };
  /** A setting that is changed in the console. `value` is JSON. */
  setting: Versioned & {
    name: string;
    value: string;
  };
  /** A user who has logged in on a device. */
  deviceUser: OfTenant & {
    deviceTokenId: number;
    userId: number;
    at: IsoTime;
  };
  /** An entry of the audit (storage/database/audit-triggers.ts). */
  auditEntry: OfTenant & {
    oid: Generated<number>;
    at: IsoTime;
    userId: number | null;
    deviceTokenId: number | null;
    cause: string | null;
    entity: string;
    entityId: number;
    action: "create" | "update" | "delete";
    /** JSON array of [field, before, after]. */
    changes: string;
    /** What made a stock movement (domain/stock-movements.ts). Null: it is none. */
    movementKind: GeneratedAlways<string | null>;
    movementLocationId: GeneratedAlways<number | null>;
  };
  /** The view of the entries that tell of stock. */
  stockMovement: OfTenant & {
    oid: number;
    at: IsoTime;
    userId: number | null;
    kind: string;
    cause: string | null;
    articleId: number;
    locationId: number;
    before: number;
    after: number;
  };
  /** An event of the security log. */
  securityEvent: {
    oid: Generated<number>;
    tenantId: number | null;
    at: IsoTime;
    lastAt: IsoTime;
    count: number;
    kind: string;
    category: "access" | "change" | "failure";
    outcome: "success" | "failure";
    reason: string | null;
    userId: number | null;
    userName: string | null;
    fullName: string | null;
    deviceTokenId: number | null;
    deviceName: string | null;
    targetType: "user" | "device" | null;
    targetId: number | null;
    targetName: string | null;
    address: string | null;
    /** JSON object. */
    details: string | null;
  };

  // What belongs to lists (catalogues) and articles.
  /** A tenant's settings for a record of a list, its own or a global one. */
  catalogueSetting: VersionedOfTenant & {
    catalogue: CatalogueName;
    recordId: number;
    /** Null: after all records with a position, by name. */
    position: number | null;
    isHidden: Flag;
    /** The company's currency. */
    isDefault: Flag;
  };
  /** An article that was deleted by the transaction `change`. */
  deletedArticle: OfTenant & {
    change: number;
    oid: number;
  };
  /** A repository that gets backups. */
  backupTarget: Versioned & {
    oid: Generated<number>;
    name: string;
    destination: string;
    secrets: Buffer;
    every: BackupInterval;
    atHour: number | null;
    retention: string | null;
    uploadLimitKbps: number | null;
    pause: TargetPause | null;
    activeSince: IsoTime;
    proof: Generated<string | null>;
    proofError: Generated<string | null>;
    removalError: Generated<string | null>;
    repositoryBytes: Generated<number | null>;
    prunedDT: Generated<IsoTime | null>;
    risk: Generated<BackupRisk | null>;
    createdDT: IsoTime;
  };
  /** A backup that has ended. */
  backupRun: {
    oid: Generated<number>;
    targetId: number;
    startedDT: IsoTime;
    endedDT: IsoTime;
    error: BackupError | null;
    detail: string | null;
    snapshot: string | null;
    files: number | null;
    bytes: number | null;
    addedBytes: number | null;
  };
  /** A write of a record of the change feed. */
  changeEntry: {
    seq: Generated<number>;
    tenantId: number | null;
    kind: number;
    recordId: number;
  };
  /** A hand-over or return that a terminal has sent. */
  custodyOperation: VersionedOfTenant & {
    oid: Generated<number>;
    operationId: string;
    kind: CustodyKind;
    articleId: number;
    /** The person; null: a return by whoever has the article. */
    userId: number | null;
    at: IsoTime;
    receivedDT: IsoTime;
    authorId: number;
    deviceTokenId: number | null;
    /** JSON: dueDate, note, signature. */
    entered: string;
    result: CustodyResult;
    reason: CustodyRejection | null;
    custodyId: number | null;
    dismissedDT: Generated<IsoTime | null>;
    dismissedBy: Generated<number | null>;
  };

  // Plans of cycle counts, and what their stocktakes are made of and have found.
  /** A due date of a plan. */
  countPlanRun: OfTenant & {
    oid: Generated<number>;
    planId: number;
    dueDate: string;
    at: IsoTime;
    outcome: "made" | "skipped" | "empty";
    inventoryId: number;
    seed: string;
    /** JSON, as in `countPlan`. */
    selection: string;
  };
  /** The rules of a stocktake. */
  inventoryRule: OfTenant & {
    inventoryId: number;
    /** 1: only the stock in `inventorySelection` is counted. */
    isSelective: Generated<Flag>;
    /** Who is to count. Null: anybody. */
    counterId: number | null;
    /** Whose articles are counted. Null: everybody's. */
    personId: Generated<number | null>;
    /** Limits of the second count: pieces, percent, value in ten-thousandths. Null: no such limit. */
    secondCountPieces: number | null;
    secondCountPercent: number | null;
    secondCountValue: number | null;
    /** A Manager lets it be closed without the second counts. */
    waivedDT: Generated<IsoTime | null>;
    waivedBy: Generated<number | null>;
    waivedFor: Generated<string | null>;
  };
  /** An article at a location that a selective stocktake counts. */
  inventorySelection: OfTenant & {
    inventoryId: number;
    locationId: number;
    articleId: number;
  };
  /** The random sample of a stocktake. */
  inventorySample: OfTenant & {
    inventoryId: number;
    population: number;
    sample: number;
    seed: string;
    /** JSON, a list of `DrawnLocation`. */
    locations: string | null;
    /** When the seed was stored. */
    fixedDT: IsoTime | null;
    drawnDT: IsoTime | null;
    /** Of a sample by value: JSON, a list of `Stratum`, and one of names of currencies. */
    strata: string | null;
    currencies: string | null;
  };
  /** A record that a sample by value was drawn from, as it was then. */
  inventoryPopulation: OfTenant & {
    inventoryId: number;
    locationId: number;
    articleId: number;
    code: string | null;
    name: string;
    location: string;
    quantity: number;
    price: number;
    currency: string | null;
    stratum: number;
    isDrawn: Flag;
  };
  /** What a closed stocktake has found. */
  inventoryAccuracy: OfTenant & {
    inventoryId: number;
    closedDT: IsoTime;
    items: number;
    wrongItems: number;
    notCounted: number;
    pieces: number;
    wrongPieces: number;
    /** JSON. */
    otherUnits: Generated<string>;
    /** Null: several currencies. */
    value: number | null;
    wrongValue: number | null;
  };
  /** The seal of a file of a closed inventory's record. */
  inventorySeal: OfTenant & {
    oid: Generated<number>;
    inventoryId: number;
    format: "json" | "pdf";
    sealedDT: IsoTime;
    bytes: number;
    sha256: string;
    signature: string;
    publicKey: string;
  };
  /** A part of a sealed file, compressed by gzip. */
  inventorySealPart: OfTenant & {
    oid: Generated<number>;
    inventoryId: number;
    format: "json" | "pdf";
    number: number;
    content: Buffer;
  };
  /** A sealed addendum to a closed inventory's record. */
  inventoryAddendum: OfTenant & {
    oid: Generated<number>;
    inventoryId: number;
    number: number;
    person: number | null;
    isConfirmed: Flag;
    content: string;
    sha256: string;
    signature: string;
    publicKey: string;
  };

  // Inventories, their items, counts and photos.
  /** A location of an inventory. */
  inventoryLocation: OfTenant & {
    inventoryId: number;
    locationId: number;
  };
  /** A transition to another state. */
  inventoryTransition: OfTenant & {
    oid: Generated<number>;
    inventoryId: number;
    stateId: number;
    at: IsoTime;
    userId: number | null;
  };
  /** Pieces that came to an item's location in one transaction, or left it. */
  inventoryItemMovement: {
    itemId: number;
    at: IsoTime;
    quantity: number;
  };
  /** An item that was deleted by the transaction `change`. */
  deletedInventoryItem: {
    inventoryId: number;
    change: number;
    itemId: number;
  };
  /** A count operation on an item, or with an unknown code. Rows are never deleted. */
  countOperation: VersionedOfTenant & {
    oid: Generated<number>;
    inventoryId: number;
    operationId: string;
    kind: "set" | "add" | "update" | "recount" | "settle";
    state: "applied" | "late" | "unknown";
    itemId: number | null;
    code: string | null;
    locationId: number | null;
    /** One more of the article at the location, whatever is expected or was counted elsewhere. */
    isExtra: Flag;
    /** The values that the operation sets. JSON. */
    entered: string;
    at: IsoTime;
    receivedDT: IsoTime;
    userId: number;
    senderId: number;
    /** 1: a shared terminal sent it without a logged-in user. `senderId` is the user who paired it. */
    isByTerminal: Flag;
    deviceTokenId: number | null;
    /** Who counted: `device 3` or `user 2`. */
    terminal: string;
    /** The last transaction whose counts the terminal knew. Null: all before it. */
    seen: number | null;
    /** A hash of the whole operation. Null for operations of the server itself. */
    content: string | null;
    /** The first response. JSON. */
    receipt: Generated<string>;
  };
  /** The name of a record when the inventory was closed. */
  inventoryName: {
    inventoryId: number;
    kind: "article" | "location" | "user" | "device";
    oid: number;
    code: string | null;
    name: string;
    /** Of an article, as its unit. */
    serialNumber: Generated<string | null>;
    unit: Generated<string | null>;
    category: Generated<string | null>;
    /** Of an article, or a location. */
    responsibleUserId: Generated<number | null>;
  };
  /** The number of unsent counts of a terminal, as it reported last. */
  countingTerminal: OfTenant & {
    inventoryId: number;
    terminal: string;
    userId: number;
    deviceTokenId: number | null;
    pending: number;
    at: IsoTime;
  };
  /** Long work. */
  job: VersionedOfTenant & {
    oid: Generated<number>;
    kind: string;
    state: JobState;
    undoState: UndoState | null;
    subjectId: number | null;
    isFinal: Generated<Flag>;
    position: string | null;
    done: Generated<number>;
    total: number | null;
    result: string | null;
    error: string | null;
    userId: number;
    deviceTokenId: number | null;
    address: string | null;
    undoUserId: number | null;
    undoDeviceTokenId: number | null;
    createdDT: IsoTime;
    startedDT: IsoTime | null;
    finishedDT: IsoTime | null;
  };
  /** What the program of a job was given. */
  jobInput: {
    jobId: number;
    input: string;
  };
  /** A row that a job has changed. */
  jobChange: {
    jobId: number;
    seq: number;
    tableName: string;
    rowId: number;
    before: string | null;
    groupId: number | null;
    change: number;
  };
  /** The fields of an article that the head office owns, with their values. Null: not owned. */
  masterArticle: VersionedOfTenant & {
    code: string;
    name: string | null;
    category: string | null;
    categoryKey: string | null;
  };
  /** What a person has chosen about notices. */
  noticeChoice: VersionedOfTenant & {
    userId: number;
    /** JSON object: kind → mode. */
    modes: string;
    digestHour: number;
    language: string | null;
  };
  /** The last event of a tenant of which e-mails were made. */
  noticeCursor: OfTenant & {
    /** Of the event (outgoingEvent.oid). */
    position: number;
  };
  /** E-mails to persons. */
  noticeMail: VersionedOfTenant & {
    oid: Generated<number>;
    userId: number;
    kind: MailKind;
    state: MailState;
    messageId: string;
    content: string;
    createdDT: IsoTime;
    readyDT: IsoTime | null;
    dueDT: IsoTime;
    attempts: Generated<number>;
    firstErrorDT: IsoTime | null;
    /** JSON object: locale → text. */
    lastError: string | null;
    finishedDT: IsoTime | null;
  };
  /** An event for webhooks and notices. */
  outgoingEvent: OfTenant & {
    oid: Generated<number>;
    type: string;
    data: string;
    at: IsoTime;
    dedupeKey: string;
  };
  /** A tenant whose changed articles become events. */
  followedArticles: OfTenant & {
    seq: number;
  };
  /** An event for a webhook. */
  webhookDelivery: OfTenant & {
    oid: Generated<number>;
    webhookId: number;
    eventId: number;
    messageId: string;
    state: DeliveryState;
    attempts: Generated<number>;
    queuedDT: IsoTime;
    nextTryDT: IsoTime | null;
    lastTryDT: IsoTime | null;
    status: number | null;
    ms: number | null;
    error: DeliveryError | null;
    detail: string | null;
    answer: string | null;
  };

  // Printers, formats, the print queue.
  printData: {
    printRequestId: number;
    data: Buffer;
    isRaster: Generated<Flag>;
    printerTypeId: number | null;
  };

  // Minimum stock.
  /** A rule with too few pieces. */
  refillShortage: OfTenant & {
    ruleId: number;
    stock: number;
    since: IsoTime;
  };
  /** What has yet to be compared with the rules. */
  refillPending: OfTenant & {
    /** 0: all rules after `afterRuleId`. */
    articleId: number;
    afterRuleId: Generated<number>;
  };
  /** A record of a tenant's sample data. */
  sampleRecord: OfTenant & {
    tableName: SampleTable;
    oid: number;
  };
}

/** The name of a table. */
export type TableName = keyof Schema;

/** The declaration of a record of the schema. */
export type TableRecord = RecordDeclaration & { readonly table: keyof RecordTables };

type Nullable<F, T> = F extends { readonly isNullable: true } ? T | null : T;

/** The values of the kinds of fields and internal columns in their columns. */
interface Stored {
  readonly text: string;
  readonly lines: string;
  readonly source: string;
  readonly url: string;
  readonly day: string;
  readonly time: IsoTime;
  readonly texts: string;
  readonly list: string;
  readonly ints: string;
  readonly packs: string;
  readonly json: string;
  readonly money: number;
  readonly whole: number;
  readonly order: number;
  readonly reference: number;
  readonly flag: Flag;
  readonly bytes: Buffer;
}

/** How a field is stored. */
export type StoredValue<F extends Field> = F extends { readonly of: infer O extends readonly unknown[] }
  ? O[number]
  : Stored[Exclude<F["kind"], "choice">];

/** A column with its value, as Kysely has it. */
type Column<C, T> = C extends { readonly writtenBy: "column" }
  ? GeneratedAlways<T>
  : C extends { readonly hasDefault: true }
    ? Generated<T>
    : Nullable<C, T>;

type ColumnName<F, N> = F extends { readonly column: infer C extends string } ? C : N;

/** The columns of the fields of a record. */
type FieldColumns<R extends RecordDeclaration> = {
  -readonly [N in keyof R["fields"] as ColumnName<R["fields"][N], N>]: Column<
    R["fields"][N],
    StoredValue<R["fields"][N]>
  >;
};

type InternalColumns<R extends RecordDeclaration> = {
  -readonly [N in keyof R["internal"]]: Column<R["internal"][N], Stored[R["internal"][N]["type"]]>;
};

/** The row of a declared record, for Kysely. */
type RowOf<R extends RecordDeclaration> = FieldColumns<R> &
  InternalColumns<R> &
  (R extends { readonly hasGlobal: true } ? { tenantId: number | null } : OfTenant) &
  Versioned & { oid: Generated<number> } & (R["hasDeleted"] extends true
    ? { deleted: Generated<Flag> }
    : unknown);

/** The names of the internal columns that the database writes. */
type Triggered<R extends RecordDeclaration> = {
  [N in keyof R["internal"]]: R["internal"][N] extends Required<Pick<InternalColumn, "writtenBy">>
    ? N
    : never;
}[keyof R["internal"]];

/** The values of these columns. */
type FieldValues<R extends RecordDeclaration> = Selectable<FieldColumns<R>>;

/** The columns of a row that requests write: all but the oid and those that the database writes. */
type WrittenColumns<R extends RecordDeclaration> = FieldValues<R> &
  Omit<InternalColumns<R>, Triggered<R>> &
  OfTenant &
  Versioned &
  (R["hasDeleted"] extends true ? { deleted: Flag } : unknown);

/** The names of these columns. */
export function writtenColumns<R extends RecordDeclaration>(
  record: R,
): readonly (keyof WrittenColumns<R> & string)[] {
  const internal = Object.entries(record.internal).filter(([, { writtenBy }]) => writtenBy === undefined);
  const columns = [
    "tenantId",
    ...Object.entries(record.fields).map(([name, field]) => columnOf(name, field)),
    ...internal.map(([name]) => name),
    ...(record.hasDeleted ? ["deleted"] : []),
    "change",
  ];
  // The type is made of the same parts.
  return columns as (keyof WrittenColumns<R> & string)[];
}

type GivenValue<F extends Field> = F["kind"] extends "flag" ? boolean : StoredValue<F>;

/** Values of fields by their names, as features have them: a flag is a boolean. An absent one is not given. */
export type GivenFields<R extends RecordDeclaration> = {
  readonly [N in keyof R["fields"]]?: Nullable<R["fields"][N], GivenValue<R["fields"][N]>> | undefined;
};

/** The columns of the fields that are given. */
export function changedColumns<R extends RecordDeclaration>(
  record: R,
  given: GivenFields<R>,
): Partial<FieldValues<R>> {
  const values: Readonly<Record<string, unknown>> = given;
  const columns = Object.entries(record.fields).flatMap(([name, field]) =>
    values[name] === undefined ? [] : [[columnOf(name, field), stored(values[name])]],
  );
  return Object.fromEntries(columns) as Partial<FieldValues<R>>;
}

/**
 * The columns of all fields of a new row: null, 0 or false where nothing is given. Throws Error where a text or reference is needed:
 * the caller has checked that it is there.
 */
export function newColumns<R extends RecordDeclaration>(record: R, given: GivenFields<R>): FieldValues<R> {
  const values: Readonly<Record<string, unknown>> = given;
  const columns = Object.entries(record.fields).map(([name, field]) => [
    columnOf(name, field),
    stored(values[name] ?? emptyValue(record.table, name, field)),
  ]);
  return Object.fromEntries(columns) as FieldValues<R>;
}

function emptyValue(table: string, name: string, { isNullable, kind }: Field): 0 | null {
  if (isNullable) return null;
  if (kind === "flag" || kind === "money" || kind === "whole") return 0;
  throw new Error(`${name} of a new ${table} is missing`);
}

function stored(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

/** A boolean column. */
export type Flag = 0 | 1;
/** ISO 8601, UTC, with milliseconds and `Z`. */
type IsoTime = string;

/** Rows with the number of the transaction that changed them last. */
interface Versioned {
  change: number;
}

/** Rows of a tenant. */
interface OfTenant {
  tenantId: number;
}
type VersionedOfTenant = OfTenant & Versioned;

/** States of a job. */
export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled", "undone"] as const;
export type JobState = (typeof JOB_STATES)[number];
/** States of a job whose changes are undone. */
export type UndoState = Extract<JobState, "failed" | "cancelled" | "undone">;

export type MailKind = "single" | "overflow" | "digest";
/** `open`: events are added to it. `waiting`: its content is fixed. */
const MAIL_STATES = ["open", "waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Tables with records of sample data. */
export const SAMPLE_TABLES = [
  "article",
  "location",
  "articleCategory",
  "articleType",
  "printFormat",
  "inventory",
] as const;
export type SampleTable = (typeof SAMPLE_TABLES)[number];
