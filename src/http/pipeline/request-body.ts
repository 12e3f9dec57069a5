import { createHash } from "node:crypto";
import type Koa from "koa";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { parse } from "../endpoint/parse.ts";
import { type BudgetShare, makeBudget } from "../limits/budget.ts";
import { hasBody, readJson } from "./json-body.ts";
import { makeQuota } from "./quota.ts";
import { openRawBody } from "./raw-body.ts";
import type { RequestInput } from "./request-input.ts";
import { assertQueued } from "./submission.ts";
import { assertMultipart, expectedUploadBytes, readUpload } from "./upload.ts";

/** The memory or the files of a body, held until the response is sent. */
interface ReceivedBody {
  /** Releases them. */
  discard(): Promise<void>;
}

/** Reads the body of a request into its input. Resolves with null without a body. */
export type ReadBody = (
  ctx: Koa.Context,
  endpoint: Endpoint,
  input: RequestInput,
  principal: Principal | null,
) => Promise<ReceivedBody | null>;

/** Creates the function that reads bodies, within the limits that all requests share. */
export function makeBodyReader(
  storage: Pick<Storage, "assertDiskSpace" | "folder">,
  clock: Clock,
  limits: RequestLimits,
): ReadBody {
  const memory = makeBudget(limits.bodyBytes);
  const uploads = makeBudget(limits.uploads);
  const uploadedBytes = makeBudget(limits.uploadBytes);
  const quota = makeQuota(clock, limits.uploadsPerHour.count, tooManyUploads);
  const bytesQuota = makeQuota(clock, limits.uploadsPerHour.bytes, tooManyUploads);
  const slow = limits.slowBody;

  async function readFile(
    ctx: Koa.Context,
    endpoint: Endpoint & { readonly file: string },
    input: RequestInput,
    principal: Principal,
  ): Promise<ReceivedBody> {
    const { maxBytes, file: part } = endpoint;
    assertMultipart(ctx);
    const bytes = expectedUploadBytes(ctx, maxBytes);
    storage.assertDiskSpace(bytes);
    const subject = subjectOf(principal);
    quota.consume(principal);
    bytesQuota.consume(principal, bytes);
    const [uploadShare, bytesShare] = [uploads(subject), uploadedBytes(subject)];
    return readWithShares([uploadShare, bytesShare], async () => {
      uploadShare.add(1);
      bytesShare.add(bytes);
      const upload = await readUpload(ctx, { folder: storage.folder, part, maxBytes, slow });
      try {
        assertQueued(ctx, principal, "photo", () => upload.file.sha256);
        input.upload = upload;
        if (endpoint.bodySchema) input.body = parse(endpoint.bodySchema, upload.fields);
      } catch (error) {
        await upload.discard();
        throw error;
      }
      return upload.discard;
    });
  }

  return async (ctx, endpoint, input, principal) => {
    if (hasFile(endpoint)) {
      if (principal === null) throw new Error(`${endpoint.path} accepts a file without authentication`);
      return readFile(ctx, endpoint, input, principal);
    }
    const { bodySchema, maxBytes } = endpoint;
    if (endpoint.isRaw) {
      const share = uploads(principal === null ? input.address : subjectOf(principal));
      return readWithShares([share], async () => {
        share.add(1);
        input.rawBody = openRawBody(ctx, { maxBytes, slow });
        return null;
      });
    }
    if (bodySchema === null || (endpoint.bodyOptional && !hasBody(ctx))) return null;
    const memoryShare = memory(input.address);
    return readWithShares([memoryShare], async () => {
      const { value: body, bytes } = await readJson(ctx, { maxBytes, memory: memoryShare, slow });
      assertQueued(ctx, principal, ctx.path, () => createHash("sha256").update(bytes).digest("hex"));
      if (typeof body !== "object" || body === null || Array.isArray(body)) {
        throw Invalid.field("", msg("The body must be a JSON object."));
      }
      input.body = parse(bodySchema, body);
      return null;
    });
  };
}

/** Reads a body. The shares are released by `discard`, or when reading fails. */
async function readWithShares(
  shares: readonly BudgetShare[],
  read: () => Promise<(() => Promise<void>) | null>,
): Promise<ReceivedBody> {
  const release = () => {
    for (const share of shares) share.release();
  };
  try {
    const discard = await read();
    return {
      async discard() {
        try {
          await discard?.();
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function hasFile(endpoint: Endpoint): endpoint is Endpoint & { readonly file: string } {
  return endpoint.file !== null;
}

function tooManyUploads(seconds: number) {
  return msg("You have uploaded too many files within an hour. Try again in {seconds} s.", { seconds });
}
