import { PreconditionFailed } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Input, Shape } from "../endpoint/endpoint-options.ts";
import type { Handler } from "../endpoint/handler.ts";
import type { EndpointResponse } from "../endpoint/response.ts";
import { etagFor, replay } from "./conditional-response.ts";
import { includesVersion, type View } from "./etag.ts";
import { findRecord, fingerprintOf, readKey, saveRecord } from "./idempotency.ts";
import { type JobService, pathOfJob } from "./job-service.ts";
import type { RequestContext } from "./request-context.ts";

type AnyInput = Input<Shape, Shape, Shape>;
type Command = Extract<Handler, { kind: "command" }>;
type JobHandler = Extract<Handler, { kind: "job" }>;

/** A checked request of a command or a job. */
export interface WriteRequest {
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
  { request, endpoint, input, principal, view }: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const { ctx } = request;
  const key = command.usesIdempotencyKey ? readKey(ctx.get("idempotency-key")) : null;
  const fingerprint = key === null ? null : fingerprintOf(ctx.method, endpoint.path, payloadOf(input));
  const storedRecord = () =>
    key === null || fingerprint === null
      ? null
      : findRecord(storage.db, principal.userId, key, fingerprint, clock);
  const stored = storedRecord();
  if (stored) return replay(request, stored);
  const prepared = await command.prepare(input, principal);
  return storage.write(
    principal.tenantId,
    (tx): EndpointResponse<unknown> => {
      // A request with the same key may have finished in the meantime.
      const storedMeanwhile = storedRecord();
      if (storedMeanwhile) return replay(request, storedMeanwhile);
      const record = command.record(tx, input, principal);
      assertIfMatch(request, record);
      const response = command.run(tx, input, principal, { prepared, record });
      if (key === null || fingerprint === null) return response;
      saveRecord(tx, principal.userId, key, fingerprint, {
        status: endpoint.status,
        body: textOf(response),
        etag: response.version ? etagFor(response, response.version, view) : null,
        location: response.location ?? null,
      });
      return response;
    },
    { by: principal, address: input.address },
  );
}

/**
 * Starts a job, and waits for its result unless the request prefers not to. The record, `If-Match` and the job's check come
 * first, in the transaction that stores the job. Throws their errors, and those of the job.
 */
export async function executeJob(
  jobs: JobService,
  job: JobHandler,
  { request, input, principal }: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const prepared = await job.prepare(input, principal);
  const id = await jobs.start(principal, input.address, job.makeJob(input, principal, prepared), (tx) => {
    const record = job.record(tx, input, principal);
    assertIfMatch(request, record);
    job.check(tx, input, principal, record, prepared);
  });
  if (input.prefersAsync) return { kind: "accepted", location: pathOfJob(id) };
  return job.respond(await jobs.result(principal.tenantId, id), input, principal);
}

function assertIfMatch({ ctx }: RequestContext, record: { readonly change: number } | null): void {
  const condition = ctx.get("if-match");
  if (condition !== "" && record && !includesVersion(condition, record.change))
    throw new PreconditionFailed();
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
