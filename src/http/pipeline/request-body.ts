import type Koa from "koa";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Input, Shape } from "../endpoint/endpoint-options.ts";
import { parse } from "../endpoint/parse.ts";
import { type BudgetShare, makeBudget } from "../server/budget.ts";
import { hasBody, readJson } from "./json-body.ts";
import { makeQuota } from "./quota.ts";
import { assertMultipart, readUpload, uploadBytes } from "./upload.ts";

type AnyInput = Input<Shape, Shape, Shape>;
/** An input that is being read. */
export type MutableInput = { -readonly [K in keyof AnyInput]: AnyInput[K] };

/** What a body takes until its request is answered: memory, or files. */
export interface ReceivedBody {
  /** Gives it back. */
  discard(): Promise<void>;
}

/** Reads the body of a request into its input; null: it has none. */
export type ReadBody = (
  ctx: Koa.Context,
  endpoint: Endpoint,
  input: MutableInput,
  caller: Principal | null,
) => Promise<ReceivedBody | null>;

/** Makes what reads bodies, within what all requests may take together. */
export function bodyReader(
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
    input: MutableInput,
    caller: Principal,
  ): Promise<ReceivedBody> {
    const { maxBytes, file: part } = endpoint;
    assertMultipart(ctx);
    const bytes = uploadBytes(ctx, maxBytes);
    storage.assertDiskSpace(bytes);
    const subject = subjectOf(caller);
    quota.consume(caller);
    bytesQuota.consume(caller, bytes);
    const taken = [uploads(subject), uploadedBytes(subject)] as const;
    return holding(taken, async () => {
      taken[0].add(1);
      taken[1].add(bytes);
      const upload = await readUpload(ctx, { folder: storage.folder, part, maxBytes, slow });
      try {
        input.upload = upload;
        if (endpoint.bodySchema) input.body = parse(endpoint.bodySchema, upload.fields);
      } catch (error) {
        await upload.discard();
        throw error;
      }
      return upload.discard;
    });
  }

  return async (ctx, endpoint, input, caller) => {
    if (hasFile(endpoint)) {
      if (caller === null) throw new Error(`${endpoint.path} takes a file from anyone`);
      return readFile(ctx, endpoint, input, caller);
    }
    const { bodySchema, maxBytes } = endpoint;
    if (bodySchema === null || (endpoint.bodyOptional && !hasBody(ctx))) return null;
    const taken = memory(input.address);
    return holding([taken], async () => {
      const body = await readJson(ctx, { maxBytes, memory: taken, slow });
      if (typeof body !== "object" || body === null || Array.isArray(body)) {
        throw Invalid.field("", msg("The body must be a JSON object.", "Tělo musí být objekt JSON."));
      }
      input.body = parse(bodySchema, body);
      return null;
    });
  };
}

/** Reads, and holds what is taken until `discard`, or until the reading fails. */
async function holding(
  taken: readonly BudgetShare[],
  read: () => Promise<(() => Promise<void>) | null>,
): Promise<ReceivedBody> {
  const release = () => {
    for (const each of taken) each.release();
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
  return msg(
    `You have uploaded too many files within an hour. Try again in ${seconds} s.`,
    `Za hodinu jste nahráli příliš mnoho souborů. Zkuste to znovu za ${seconds} s.`,
  );
}
