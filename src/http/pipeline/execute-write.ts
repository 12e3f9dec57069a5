import { createHash, createHmac, hkdfSync } from "node:crypto";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import { decrypt, encrypt } from "../../platform/encryption.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { replaceInto, selectFrom } from "../../storage/database/table-statements.ts";
import type { AnyInput, Handler } from "../endpoint/endpoint.ts";
import type { UsesIdempotencyKey } from "../endpoint/endpoint-options.ts";
import { EMPTY, type EndpointResponse } from "../endpoint/response.ts";
import { assertIfMatch, etagFor } from "./conditional-response.ts";
import { jobAtPath, pathOfJob } from "./job-service.ts";
import type { CheckedRequest, RequestContext } from "./request.ts";
import type { PipelineDependencies } from "./request-pipeline.ts";

type Command = Extract<Handler, { kind: "command" }>;
type JobHandler = Extract<Handler, { kind: "job" }>;

/** A checked request of a command or a job. */
interface WriteRequest extends CheckedRequest {
  readonly principal: Principal;
}

/** What a write needs of the pipeline. */
type WriteDependencies = Pick<PipelineDependencies, "storage" | "clock" | "jobs">;

/**
 * Runs a command once for an `Idempotency-Key`: returns the stored response, or runs `record`, `If-Match` and the command in
 * one transaction that stores the response too. Throws PreconditionFailed and the command's errors.
 */
export async function executeCommand(
  dependencies: WriteDependencies,
  command: Command,
  write: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const { request, endpoint, input, principal, view } = write;
  const { usesIdempotencyKey: use, isRepeatable, evenWhenLow } = command;
  const once = use === false ? null : onceFor(dependencies, write, use);
  const stored = once?.find();
  if (stored) return replay(request, stored);
  const prepared = await command.prepare(input, principal);
  return dependencies.storage.write(
    principal.tenantId,
    (tx): EndpointResponse<unknown> => {
      // A request with the same key may have finished in the meantime.
      const storedMeanwhile = once?.find();
      if (storedMeanwhile) return replay(request, storedMeanwhile);
      const record = command.record(tx, input, principal);
      assertIfMatch(request.ctx, record);
      const response = command.run(tx, input, principal, { prepared, record }) ?? EMPTY;
      once?.save(tx, {
        status: endpoint.status,
        body: textOf(response),
        etag: response.version ? etagFor(response, response.version, view) : null,
        location: response.location ?? null,
      });
      return response;
    },
    { by: principal, address: input.address, isRepeatable, evenWhenLow },
  );
}

/**
 * Starts a job once for an `Idempotency-Key`, and waits for its result unless the request prefers not to. The record, `If-Match`
 * and the job's check come first, in the transaction that stores the job. Throws their errors, and those of the job.
 */
export async function executeJob(
  dependencies: WriteDependencies,
  job: JobHandler,
  write: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const { input, principal } = write;
  const id = await startJob(dependencies, job, write);
  if (input.prefersAsync) return { kind: "accepted", location: pathOfJob(id) };
  return job.respond(await dependencies.jobs.result(principal.tenantId, id), input, principal) ?? EMPTY;
}

async function startJob(
  dependencies: WriteDependencies,
  job: JobHandler,
  write: WriteRequest,
): Promise<number> {
  const { request, input, principal } = write;
  const once = job.usesIdempotencyKey ? onceFor(dependencies, write, true) : null;
  const earlier = () => {
    const stored = once?.find() ?? null;
    return stored === null ? null : jobAtPath(stored.location ?? "");
  };
  const stored = earlier();
  if (stored !== null) return stored;
  const prepared = await job.prepare(input, principal);
  return dependencies.jobs.start(principal, input.address, job.makeJob(input, principal, prepared), {
    earlier,
    check(tx) {
      const record = job.record(tx, input, principal);
      assertIfMatch(request.ctx, record);
      job.check(tx, input, principal, record, prepared);
    },
    stored: (tx, id) => once?.save(tx, { status: 202, body: "", etag: null, location: pathOfJob(id) }),
  });
}

/**
 * The record of the request's `Idempotency-Key`. Null: the request has none, or one too short to protect the secret of its response.
 * Throws Invalid where it is too long.
 */
function onceFor(
  { storage, clock }: WriteDependencies,
  { request, endpoint, input, principal }: WriteRequest,
  use: Exclude<UsesIdempotencyKey, false>,
) {
  const { ctx } = request;
  const key = readKey(ctx.get("idempotency-key"));
  if (key === null) return null;
  const { userId } = principal;
  const seal = use === true ? null : sealOf(key, userId);
  if (use === "sealed" && seal === null) return null;
  // A key that is too short protects no digest of a password.
  const leftOut = use === "sealedRequest" && seal === null ? SECRETS : [];
  const fingerprint = fingerprintOf(ctx.method, endpoint.path, payloadOf(input, leftOut));
  const stored = { userId, key: seal?.name ?? key, fingerprint: seal?.digest(fingerprint) ?? fingerprint };
  return {
    /** Throws Invalid where the key was used with another request. */
    find() {
      const found = findRecord(storage.db, stored, clock);
      return found !== null && seal !== null ? { ...found, body: seal.open(found.body) } : found;
    },
    save: (tx: Tx, record: IdempotencyRecord) =>
      saveRecord(tx, stored, seal === null ? record : { ...record, body: seal.close(record.body) }),
  };
}

/** The properties of a `sealedRequest` that are secret. */
const SECRETS: readonly string[] = ["password", "pin"];

/** The part of the input that makes two requests the same, without these properties of the body. */
function payloadOf({ params, query, body, upload }: AnyInput, leftOut: readonly string[]): object {
  const sent = upload
    ? { fields: upload.fields, file: upload.file.sha256, name: upload.file.name }
    : Object.fromEntries(Object.entries(body).filter(([name]) => !leftOut.includes(name)));
  return { params, query, sent };
}

function textOf(response: EndpointResponse<unknown>): string {
  if (response.kind === "empty") return "";
  if (response.kind !== "json") throw new Error(`a command responds with JSON, not with ${response.kind}`);
  const { body } = response;
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** The stored response of an `Idempotency-Key`; sets its status and ETag. */
function replay(request: RequestContext, record: IdempotencyRecord): EndpointResponse<unknown> {
  request.isReplay = true;
  request.ctx.status = record.status;
  if (record.etag) request.ctx.set("ETag", record.etag);
  const location = record.location ? { location: record.location } : {};
  return record.body === ""
    ? { kind: "empty", ...location }
    : { kind: "json", body: record.body, ...location };
}

/** The stored response of an `Idempotency-Key`. */
interface IdempotencyRecord {
  readonly status: number;
  readonly body: string;
  readonly etag: string | null;
  readonly location: string | null;
}

const LIFETIME_MS = 30 * 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

const byKey = selectFrom(
  "idempotencyRecord",
  ["userId", "key"],
  ["fingerprint", "status", "body", "etag", "location", "at"],
);
const insert = replaceInto("idempotencyRecord", [
  "userId",
  "key",
  "fingerprint",
  "status",
  "body",
  "etag",
  "location",
  "at",
]);
const removeOld = statement((p: { before: string; max: number }) =>
  sqlite
    .deleteFrom("idempotencyRecord")
    .where((eb) =>
      eb(
        "at",
        "in",
        eb.selectFrom("idempotencyRecord").select("at").where("at", "<", p.before).orderBy("at").limit(p.max),
      ),
    ),
);

/** Reads the key of a request; null without one. Throws Invalid when it is too long. */
function readKey(header: string | undefined): string | null {
  if (!header) return null;
  if (header.length > MAX_KEY_LENGTH) {
    throw Invalid.field("Idempotency-Key", msg("must have at most 255 characters"));
  }
  return header;
}

/** Hash of the endpoint and its input (a file by its hash). It does not depend on the order of properties. */
function fingerprintOf(method: string, path: string, input: unknown): Buffer {
  return createHash("sha256")
    .update(`${method} ${path}\n${JSON.stringify(input, sortedKeys)}`)
    .digest();
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Characters of a key that nobody can guess: 128 bits as base64. */
const MIN_SEALING_LENGTH = 22;

/** The seal of a key, which the server does not store. Null: the key is too short to protect a secret. */
function sealOf(key: string, userId: number) {
  if (key.length < MIN_SEALING_LENGTH) return null;
  const derive = (use: string) => Buffer.from(hkdfSync("sha256", key, "", use, 32));
  const secret = derive("idempotency response");
  const owner = `user ${userId}`;
  return {
    /** The stored name of the key. */
    name: `sealed ${derive("idempotency name").toString("base64url")}`,
    digest: (fingerprint: Buffer) =>
      createHmac("sha256", derive("idempotency request")).update(fingerprint).digest(),
    close: (body: string) => encrypt(secret, owner, Buffer.from(body)).toString("base64"),
    /** Throws where the body was closed by another key. */
    open(body: string) {
      const opened = decrypt(secret, owner, Buffer.from(body, "base64"));
      if (opened === null) throw new Error("the stored response was sealed by another key");
      return opened.toString();
    },
  };
}

/** What a record is found by. */
interface RecordKey {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Finds the response to the first request with this key; null without one. Throws Invalid when that request was different. */
function findRecord(
  db: Db,
  { userId, key, fingerprint }: RecordKey,
  clock: Pick<Clock, "ago">,
): IdempotencyRecord | null {
  const record = byKey.first(db, { userId, key });
  if (record === null || Date.parse(record.at) <= clock.ago(LIFETIME_MS)) return null;
  if (!record.fingerprint.equals(fingerprint)) {
    throw Invalid.field("Idempotency-Key", msg("was used with another request; use a new key"));
  }
  return record;
}

/** Stores a response in the transaction of its effect. */
function saveRecord(tx: Tx, key: RecordKey, record: IdempotencyRecord): void {
  insert.run(tx, { ...record, ...key, at: tx.now });
}

/** Removes at most `max` records older than 30 days. Returns the number of removed records. */
export function removeExpiredRecords(tx: Tx, clock: Pick<Clock, "ago">, max: number): number {
  return removeOld.run(tx, { before: new Date(clock.ago(LIFETIME_MS)).toISOString(), max }).changes;
}
