import { createHash, createHmac } from "node:crypto";
import type { ApiResponse } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

/** What a login at a terminal gives it to deliver queued operations. */
export interface Submission {
  readonly submissionToken: string;
  readonly submissionKey: string;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** The signature of a queued operation. `subject`: the path, or `photo`. */
export function signatureOf(
  { submissionKey }: Pick<Submission, "submissionKey">,
  operationId: string,
  subject: string,
  content: string | Uint8Array,
): string {
  return createHmac("sha256", Buffer.from(submissionKey, "base64url"))
    .update(`${operationId}\n${subject}\n${sha256(content)}`)
    .digest("base64url");
}

/** A queued operation with its signature. */
export interface Queued {
  readonly operationId: string;
  readonly path: string;
  readonly body: object;
  readonly signature: string;
}

/** Queues an operation, as a terminal does while its author is logged in. */
export function queue(submission: Submission, operationId: string, path: string, body: object): Queued {
  const signature = signatureOf(submission, operationId, path, JSON.stringify(body));
  return { operationId, path, body, signature };
}

/** Delivers a queued operation by the submission token alone. */
export function deliver(
  server: TestServer,
  { submissionToken }: Pick<Submission, "submissionToken">,
  { operationId, path, body, signature }: Queued,
): Promise<ApiResponse> {
  const headers = { "Idempotency-Key": operationId, "Operation-Signature": signature };
  return server.withToken(submissionToken).post(path, body, headers);
}
