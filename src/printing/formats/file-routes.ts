import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { LABEL_SUBJECTS } from "../../domain/placeholder-names.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { numberOrText, oneOf, pathId, rule, text } from "../../http/endpoint/fields.ts";
import { textIn } from "../../i18n/text.ts";
import { assertContents } from "../layouts/draw-layout.ts";
import { READY_MADE } from "../layouts/ready-made.ts";
import { LABEL_FILE_FORMAT, LabelFile, LayoutInput, PrintFormatDetail, ReadyMadeLayout } from "../shapes.ts";
import { addFormat, getFormat, layoutOf } from "./format.ts";
import type { FormatService } from "./routes.ts";

/** Of the files that this server writes, and the newest that it reads. */
const FILE_VERSION = 1;

const path = "/api/printingformats";

/** Ready-made layouts, and drawn labels as files to share. */
export function labelFileRoutes({ storage }: Dependencies, { saves, detail }: FormatService): Endpoint[] {
  return [
    query("GET", `${path}/ready-made`, {
      operationId: "listReadyMadeLayouts",
      permission: "work",
      summary: "Layouts to start a drawn label from, with names in the requested language",
      response: z.array(ReadyMadeLayout),
      run: ({ language }) => ({
        kind: "json",
        body: READY_MADE.map(({ name, layout, ...one }) => ({
          ...one,
          name: textIn(name, language),
          layout: { ...layout, elements: [...layout.elements] },
        })),
      }),
    }),
    query("GET", `${path}/{id}/file`, {
      operationId: "downloadLabelFile",
      permission: "work",
      summary: "A drawn label as a file to share",
      description:
        "The content of the file: pictures included, and no data of the tenant. `createLabelFromFile` reads it, also at another site.",
      params: { id: pathId() },
      response: LabelFile,
      errors: { 400: "the label has a template" },
      run({ params }, { tenantId }) {
        const format = getFormat(storage.db, tenantId, params.id);
        if (format.layout === null) throw Invalid.field("id", msg("names a label that is not drawn"));
        const { name, subject, change } = format;
        const { elements, ...size } = layoutOf(format);
        const layout = { ...size, elements: [...elements] };
        const body = { format: LABEL_FILE_FORMAT, version: FILE_VERSION, name, subject, layout } as const;
        return { kind: "json", body, version: { change } };
      },
    }),
    command("POST", `${path}/from-file`, {
      operationId: "createLabelFromFile",
      permission: "administer",
      summary: "Adds a drawn label from a file of `downloadLabelFile`",
      description: "The body is the file. Its `name` may be changed before, where it is taken.",
      status: 201,
      body: {
        format: z
          .string()
          .refine(
            ...rule((value: string) => value === LABEL_FILE_FORMAT, msg("is not that of a label file")),
          ),
        version: numberOrText(
          z
            .int()
            .min(1)
            .refine(
              ...rule(
                (value: number) => value <= FILE_VERSION,
                msg("is newer than this server can read. Update the server first."),
              ),
            ),
        ),
        name: text(),
        subject: oneOf(LABEL_SUBJECTS),
        layout: LayoutInput,
      },
      response: PrintFormatDetail,
      errors: {
        400: "it is not the file of a label, it is of a newer version, or a field is invalid",
        409: "the name is taken",
        429: "too many formats saved within an hour; see Retry-After",
      },
      prepare: ({ body }, principal) => assertContents(principal, body.layout),
      run(tx, { body: { name, subject, layout } }, principal) {
        saves.consume(principal);
        return detail(principal.tenantId, addFormat(tx, principal.tenantId, { name, subject, layout }));
      },
    }),
  ];
}
