import { createHmac, timingSafeEqual } from "node:crypto";
import type Koa from "koa";
import type { Principal } from "../../domain/principal.ts";
import { notQueued } from "../endpoint/scope.ts";

/**
 * Throws Forbidden where a request with a submission token does not carry the signature of its queued operation. The key of the
 * signatures was on the terminal only while the user was logged in. `subject`: the path; of an upload `photo`, because its subject may
 * get its id after the photo was taken. `contentHash`: SHA-256 of the body or the file, hex.
 */
export function assertQueued(
  ctx: Koa.Context,
  principal: Principal | null,
  subject: string,
  contentHash: () => string,
): void {
  if (principal?.submission === undefined) return;
  const operationId = ctx.get("idempotency-key");
  const signature = Buffer.from(ctx.get("operation-signature"), "base64url");
  const signed = `${operationId}\n${subject}\n${contentHash()}`;
  const expected = createHmac("sha256", principal.submission.key).update(signed).digest();
  if (operationId === "" || signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw notQueued();
}
