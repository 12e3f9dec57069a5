import type Koa from "koa";
import { PreconditionFailed } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint, Handler } from "../endpoint/endpoint.ts";
import type { Input, Shape } from "../endpoint/endpoint-options.ts";
import type { EndpointResponse } from "../endpoint/response.ts";
import { replay, tagFor } from "./conditional-response.ts";
import { isVersionNamedIn, type View } from "./etag.ts";
import { findRecord, fingerprintOf, readKey, saveRecord } from "./idempotency.ts";

type AnyInput = Input<Shape, Shape, Shape>;
type WriteWork = Extract<Handler, { kind: "command" }>;
type LongWork = Extract<Handler, { kind: "job" }>;

/** One request that writes. */
export interface WriteRequest {
  readonly ctx: Koa.Context;
  readonly endpoint: Endpoint;
  readonly input: AnyInput;
  readonly asker: Principal;
  readonly view: View;
}

/**
 * Does the work of a write once for an `Idempotency-Key`: the first answer again, or `record`, `If-Match` and the work in
 * one transaction, with the answer kept in it. Throws Stale, and what the work throws.
 */
export async function executeCommand(
  storage: Storage,
  clock: Clock,
  work: WriteWork,
  { ctx, endpoint, input, asker, view }: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const key = work.usesIdempotencyKey ? readKey(ctx.get("idempotency-key")) : null;
  const fingerprint = key === null ? null : fingerprintOf(ctx.method, endpoint.path, sentWith(input));
  const replayed = () =>
    key === null || fingerprint === null
      ? null
      : findRecord(storage.db, asker.userId, key, fingerprint, clock);
  const early = replayed();
  if (early) return replay(ctx, early);
  const prepared = await work.prepare(input, asker);
  return storage.write(
    asker.tenantId,
    (tx): EndpointResponse<unknown> => {
      const first = replayed();
      if (first) return replay(ctx, first);
      const record = work.record(tx, input, asker);
      refuseStale(ctx, record);
      const answer = work.run(tx, input, asker, { prepared, record });
      if (key === null || fingerprint === null) return answer;
      saveRecord(tx, asker.userId, key, fingerprint, {
        status: endpoint.status,
        body: textOf(answer),
        etag: answer.version ? tagFor(answer, answer.version, view) : null,
        location: answer.location ?? null,
      });
      return answer;
    },
    { by: asker, address: input.address },
  );
}

/** Does the work of a long write; whether `If-Match` still holds is looked at again in its transaction. */
export async function executeJob(
  storage: Storage,
  work: LongWork,
  { ctx, input, asker }: WriteRequest,
): Promise<EndpointResponse<unknown>> {
  const record = work.record(storage.db, input, asker);
  refuseStale(ctx, record);
  const ifChange = ctx.get("if-match") === "" || record === null ? null : record.change;
  const result = await storage.runWorkerTransaction(asker.tenantId, {
    ...work.makeJob(input, asker, ifChange),
    by: asker,
    address: input.address,
  });
  return work.respond(result, input, asker);
}

function refuseStale(ctx: Koa.Context, record: { readonly change: number } | null): void {
  const condition = ctx.get("if-match");
  if (condition !== "" && record && !isVersionNamedIn(condition, record.change))
    throw new PreconditionFailed();
}

/** What makes a request the same as another one. */
function sentWith({ params, query, body, upload }: AnyInput): object {
  const sent = upload ? { fields: upload.fields, file: upload.file.sha256, name: upload.file.name } : body;
  return { params, query, sent };
}

function textOf({ body }: EndpointResponse<unknown>): string {
  if (body === null) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}
