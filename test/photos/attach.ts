import { randomBytes } from "node:crypto";
import type { ApiResponse, Client, ExtraHeaders } from "../harness/client.ts";
import { type Part, send } from "./uploads.ts";

/** A PDF of this many bytes, each of other content. */
export function createPdf(bytes = 500): Buffer {
  const [head, tail] = [Buffer.from("%PDF-1.7\n%"), Buffer.from("\nstartxref\n9\n%%EOF\n")];
  return Buffer.concat([head, randomBytes(Math.max(0, bytes - head.length - tail.length)), tail]);
}

/** Attaches a file to an article. */
export function attach(
  client: Client,
  articleId: number,
  bytes: Uint8Array,
  fileName = "invoice.pdf",
  headers: ExtraHeaders = {},
): Promise<ApiResponse> {
  const parts: Part[] = [
    ["articleId", String(articleId)],
    ["file", { bytes, fileName }],
  ];
  return send(client, parts, headers, "/api/attachments");
}
