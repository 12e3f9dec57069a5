import { assertSetupCodeAndRefund } from "../../../access/setup/setup.ts";
import { batch, type Endpoint, publicBatch } from "../../../http/endpoint/endpoint.ts";
import type { RawBody } from "../../../http/endpoint/endpoint-options.ts";
import { integer, queryWhole, text } from "../../../http/endpoint/fields.ts";
import type { EndpointResponse } from "../../../http/endpoint/response.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import type { RestorePlans } from "./plans.ts";
import { RestoreUpload } from "./upload.ts";

const MAX_FILE = Number.MAX_SAFE_INTEGER;
/** A slow network sends it within the two minutes that a request may take. */
const MAX_PART_BYTES = 32 * 1024 * 1024;
const CONSOLE = "/api/backup/restores/uploads";
const SETUP = "/api/setup/restore/uploads";

const beginOptions = {
  body: { bytes: integer(1, MAX_FILE).describe("size of the whole file") },
  status: 201,
  response: RestoreUpload,
  errors: { 400: "the disk has too little space", 409: "a restore has begun already" },
} as const;
const partOptions = {
  params: { id: text() },
  query: { offset: queryWhole(0, MAX_FILE).describe("number of the bytes before this part") },
  isRaw: true,
  maxBytes: MAX_PART_BYTES,
  response: RestoreUpload,
  errors: { 409: "the part does not begin where the last one ended, or another one is being received" },
} as const;
const DESCRIPTION =
  "A part has at most 32 MiB (application/octet-stream). The first request has the size of the whole file and checks the free space; parts follow in their order. After an interruption `GET` tells where to go on. Then `POST` of the restore with `kind` `upload`. The file is removed when the copy is prepared, and by the next start.";

/** Endpoints for uploading a file to restore, for Admins and behind the set-up code. */
export function restoreUploadRoutes(dependencies: SecurityLogDependencies, plans: RestorePlans): Endpoint[] {
  const { upload } = plans;
  const described = (body: RestoreUpload): EndpointResponse<RestoreUpload> => ({ kind: "json", body });
  const begin = async (bytes: number) => {
    plans.assertNoneOpen();
    return described(await upload.begin(bytes));
  };
  const append = async (id: string, offset: number, body: RawBody | null) => {
    if (body === null) throw new Error("the endpoint has no raw body");
    return described(await upload.append(id, offset, body));
  };
  const remove = async () => {
    plans.assertNoneOpen();
    await upload.remove();
  };
  const admin = { permission: "server" } as const;
  const setup = { hasSetupCode: true } as const;
  const onEmpty = "On a server that is not set up: ";
  return [
    batch("POST", CONSOLE, {
      ...admin,
      ...beginOptions,
      needsRecentLogin: true,
      description: DESCRIPTION,
      operationId: "beginRestoreUpload",
      summary: "Begins to upload a backup in parts",
      run: ({ body }) => begin(body.bytes),
    }),
    batch("GET", CONSOLE, {
      ...admin,
      operationId: "getRestoreUpload",
      summary: "The upload that has begun",
      response: RestoreUpload,
      errors: { 404: "no upload has begun" },
      run: () => described(upload.describe()),
    }),
    batch("PUT", `${CONSOLE}/{id}`, {
      ...admin,
      ...partOptions,
      operationId: "appendRestoreUpload",
      summary: "Uploads the next part",
      run: ({ params, query, rawBody }) => append(params.id, query.offset, rawBody),
    }),
    batch("DELETE", CONSOLE, {
      ...admin,
      operationId: "cancelRestoreUpload",
      summary: "Removes the uploaded file",
      run: remove,
    }),
    publicBatch("POST", SETUP, {
      ...setup,
      ...beginOptions,
      description: DESCRIPTION,
      operationId: "beginSetupUpload",
      summary: `${onEmpty}begins to upload a backup in parts`,
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        return begin(input.body.bytes);
      },
    }),
    publicBatch("GET", SETUP, {
      ...setup,
      operationId: "getSetupUpload",
      summary: `${onEmpty}the upload that has begun`,
      response: RestoreUpload,
      errors: { 404: "no upload has begun, or the server is already set up" },
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        return described(upload.describe());
      },
    }),
    publicBatch("PUT", `${SETUP}/{id}`, {
      ...setup,
      ...partOptions,
      operationId: "appendSetupUpload",
      summary: `${onEmpty}uploads the next part`,
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        return append(input.params.id, input.query.offset, input.rawBody);
      },
    }),
    publicBatch("DELETE", SETUP, {
      ...setup,
      operationId: "cancelSetupUpload",
      summary: `${onEmpty}removes the uploaded file`,
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        return remove();
      },
    }),
  ];
}
