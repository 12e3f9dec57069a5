import { z } from "zod";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, pathId, verbatim } from "../../http/endpoint/fields.ts";
import { assertSameId } from "../../http/endpoint/parse.ts";
import { changedBody, newBody } from "../../http/endpoint/record-schemas.ts";
import { recordResponse } from "../../http/endpoint/response.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import { MAX_FORMAT_SAVES_PER_HOUR } from "../../platform/limits.ts";
import { PRINT_FORMAT } from "../../records/printing.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import { assertContents } from "../layouts/draw-layout.ts";
import { LayoutInput, PrintFormat, PrintFormatDetail } from "../shapes.ts";
import { labelFileRoutes } from "./file-routes.ts";
import { addFormat, changeFormat, deleteFormat, type FormatFields, getFormat } from "./format.ts";
import * as store from "./store.ts";

const path = "/api/printingformats";
const own = { template: verbatim(), layout: LayoutInput, printerTypeId: id() };
const templateErrors =
  "a placeholder that is unknown or of the other subject, a layout that is not valid, an empty template, or one over 512 KiB, 2000 lines, 8192 characters in a line (not in ZPL), 2000 commands in ZPL, or 500 placeholders";
const quotaErrors = "too many formats saved within an hour; see Retry-After";

/** What the endpoints of label formats share: the quota of saves, and the response with a format. */
export type FormatService = ReturnType<typeof formatService>;

function formatService({ storage: { db }, clock }: Dependencies) {
  const saves = makeQuota(clock, MAX_FORMAT_SAVES_PER_HOUR, tooManySaves);
  const detail = (tenantId: number, oid: number) => ({
    ...recordResponse(store.detail.first(db, { tenantId, oid }), msg("Label format not found.")),
    location: `${path}/${oid}`,
  });
  return { saves, detail };
}

/** Label formats (contract 4.8): templates in the printers' languages, and drawn labels. */
export function formatRoutes(dependencies: Dependencies): Endpoint[] {
  const { db } = dependencies.storage;
  const service = formatService(dependencies);
  const { saves, detail } = service;
  return [
    ...labelFileRoutes(dependencies, service),
    query("GET", path, {
      operationId: "listLabelFormats",
      permission: "work",
      summary: "All label formats, by name",
      response: z.array(PrintFormat),
      tables: ["printFormat"],
      run: (_, { tenantId }) => ({ kind: "json", body: listInMainThread(db, store.all, { tenantId }) }),
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getLabelFormat",
      permission: "work",
      summary: "One label format",
      params: { id: pathId() },
      response: PrintFormatDetail,
      run: ({ params }, { tenantId }) => detail(tenantId, params.id),
    }),
    command("POST", path, {
      operationId: "createLabelFormat",
      permission: "administer",
      summary: "Adds a label format",
      description:
        "Either a `template` with its `printerTypeId`: text in the printer's language with placeholders such as `{{code}}`; or a `layout`: a drawn label, which every printer prints. See `docs/use/label-templates.md` of the installed server. `subject`: the records that it labels, `article` (default) or `location`; each has placeholders of its own. A user may add or change 300 formats in an hour.",
      status: 201,
      body: newBody(PRINT_FORMAT, "body", own),
      response: PrintFormatDetail,
      errors: {
        400: templateErrors,
        409: "the name is taken",
        429: quotaErrors,
      },
      prepare: checkContentsOf,
      run(tx, { body }, principal) {
        saves.consume(principal);
        return detail(principal.tenantId, addFormat(tx, principal.tenantId, body));
      },
    }),
    command("PUT", `${path}/{id}`, {
      operationId: "updateLabelFormat",
      permission: "administer",
      summary: "Changes a label format; existing print requests keep their bytes",
      params: { id: pathId() },
      body: { oid: id().optional(), ...changedBody(PRINT_FORMAT, "body", own) },
      response: PrintFormatDetail,
      errors: { 400: templateErrors, 409: "the name is taken", 429: quotaErrors },
      prepare: checkContentsOf,
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getFormat(tx, tenantId, params.id);
      },
      run(tx, { body }, principal, { record }) {
        saves.consume(principal);
        changeFormat(tx, record, body);
        return detail(principal.tenantId, record.oid);
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deleteLabelFormat",
      permission: "administer",
      summary: "Deletes a label format; existing print requests keep their bytes",
      params: { id: pathId() },
      record: (tx, { params }, { tenantId }) => getFormat(tx, tenantId, params.id),
      run: (tx, _input, _caller, { record }) => deleteFormat(tx, record),
    }),
  ];
}

async function checkContentsOf(
  { body }: { readonly body: FormatFields },
  principal: Principal,
): Promise<void> {
  if (body.layout !== undefined) await assertContents(principal, body.layout);
}

function tooManySaves(seconds: number) {
  return msg("You have saved too many label formats within an hour. Try again in {seconds} s.", { seconds });
}
