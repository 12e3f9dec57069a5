import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Input, Shape } from "../endpoint/endpoint-options.ts";
import type { Handler } from "../endpoint/handler.ts";
import type { EndpointResponse } from "../endpoint/response.ts";
import { assertIfMatch, etagFor, replay } from "./conditional-response.ts";
import type { View } from "./etag.ts";
import {
  findRecord,
  fingerprintOf,
  type IdempotencyRecord,
  readKey,
  saveRecord,
  sealOf,
} from "./idempotency.ts";
import { type JobService, jobAtPath, pathOfJob } from "./job-service.ts";
import type { RequestContext } from "./request-context.ts";

type AnyInput = Input<Shape, Shape, Shape>;
type Command = Extract<Handler, { kind: "command" }>;
type JobHandler = Extract<Handler, { kind: "job" }>;

/** A checked request of a command or a job. */
interface WriteRequest {
  readonly request: RequestContext;
  readonly endpoint: Endpoint;
  readonly input: AnyInput;
  readonly principal: Principal;
  readonly view: View;
}

/**
 * Runs a command once for an `Idempotency-Key`: returns the stored response, or runs `record`, `If-Match` and the command in
 * one transaction that stores the response too. Throws PreconditionFailed and the command's errors.
 */
export async function executeCommand(
  storage: Storage,
  clock: Clock,
  command: Command,
  write: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const { request, endpoint, input, principal, view } = write;
  const { usesIdempotencyKey: use } = command;
  const once = use === false ? null : onceFor(storage, clock, write, use === "sealed");
  const stored = once?.find();
  if (stored) return replay(request, stored);
  const prepared = await command.prepare(input, principal);
  return storage.write(
    principal.tenantId,
    (tx): EndpointResponse<unknown> => {
      // A request with the same key may have finished in the meantime.
      const storedMeanwhile = once?.find();
      if (storedMeanwhile) return replay(request, storedMeanwhile);
      const record = command.record(tx, input, principal);
      assertIfMatch(request.ctx, record);
      const response = command.run(tx, input, principal, { prepared, record });
      once?.save(tx, {
        status: endpoint.status,
        body: textOf(response),
        etag: response.version ? etagFor(response, response.version, view) : null,
        location: response.location ?? null,
      });
      return response;
    },
    { by: principal, address: input.address, isRepeatable: command.isRepeatable },
  );
}

/** What a job needs of the pipeline. */
interface JobDependencies {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly jobs: JobService;
}

/**
 * Starts a job once for an `Idempotency-Key`, and waits for its result unless the request prefers not to. The record, `If-Match`
 * and the job's check come first, in the transaction that stores the job. Throws their errors, and those of the job.
 */
export async function executeJob(
  dependencies: JobDependencies,
  job: JobHandler,
  write: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const { input, principal } = write;
  const id = await startJob(dependencies, job, write);
  if (input.prefersAsync) return { kind: "accepted", location: pathOfJob(id) };
  return job.respond(await dependencies.jobs.result(principal.tenantId, id), input, principal);
}

async function startJob(
  { storage, clock, jobs }: JobDependencies,
  job: JobHandler,
  write: WriteRequest,
): Promise<number> {
  const { request, input, principal } = write;
  const once = job.usesIdempotencyKey ? onceFor(storage, clock, write) : null;
  const earlier = () => {
    const stored = once?.find() ?? null;
    return stored === null ? null : jobAtPath(stored.location ?? "");
  };
  const stored = earlier();
  if (stored !== null) return stored;
  const prepared = await job.prepare(input, principal);
  return jobs.start(principal, input.address, job.makeJob(input, principal, prepared), {
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
 * The record of the request's `Idempotency-Key`. Null: the request has none, or one too short to protect a secret. Throws Invalid
 * where it is too long.
 */
function onceFor(
  storage: Storage,
  clock: Clock,
  { request, endpoint, input, principal }: WriteRequest,
  isSealed = false,
) {
  const { ctx } = request;
  const key = readKey(ctx.get("idempotency-key"));
  if (key === null) return null;
  const { userId } = principal;
  const fingerprint = fingerprintOf(ctx.method, endpoint.path, payloadOf(input));
  const seal = isSealed ? sealOf(key, userId) : null;
  if (isSealed && seal === null) return null;
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

/** The part of the input that makes two requests the same. */
function payloadOf({ params, query, body, upload }: AnyInput): object {
  const sent = upload ? { fields: upload.fields, file: upload.file.sha256, name: upload.file.name } : body;
  return { params, query, sent };
}

function textOf(response: EndpointResponse<unknown>): string {
  if (response.kind === "empty") return "";
  if (response.kind !== "json") throw new Error(`a command responds with JSON, not with ${response.kind}`);
  const { body } = response;
  return typeof body === "string" ? body : JSON.stringify(body);
}
