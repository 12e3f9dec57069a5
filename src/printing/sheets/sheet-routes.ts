import { join } from "node:path";
import { z } from "zod";
import {
  createSelections,
  idsOf,
  MAX_SELECTION_BYTES,
  selectionBody,
  selectionSort,
} from "../../articles/selection/selection.ts";
import { Invalid } from "../../domain/errors.ts";
import {
  LABEL_SHEETS,
  labelsOn,
  MAX_SHEET_LABELS,
  SHEET_CODES,
  sheetNamed,
} from "../../domain/label-sheets.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, integer, oneOf, pathId } from "../../http/endpoint/fields.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import { makeWorkerFiles } from "../../http/endpoint/worker-file.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { getLocation } from "../../locations/location.ts";
import { locationsBelow } from "../../locations/walking-order.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import type { PieceProgram } from "../../platform/workers/piece-program.ts";
import { type LabelTime, siteTime } from "../labels/label-values.ts";
import type { SheetOptions } from "./sheet-pdf.ts";

const PDF_TYPE = "application/pdf";

const SHEET_BODY = {
  sheet: oneOf(LABEL_SHEETS.map(({ name }) => name)),
  code: oneOf(SHEET_CODES).optional(),
  start: integer(1, Math.max(...LABEL_SHEETS.map(labelsOn))).optional(),
};
type SheetBody = z.output<z.ZodObject<typeof SHEET_BODY>>;
const COMMON = {
  permission: "work" as const,
  response: z.file().mime([PDF_TYPE]),
  errors: {
    400: `over ${MAX_SHEET_LABELS} labels, none since no record has a code, \`start\` is beyond the sheet, or a field is invalid`,
    503: "too many sheets are being made",
  },
};
const DESCRIPTION = `\`sheet\`: the measures, by the maker's number, such as \`L7160\` or \`5163\`; \`roll-50x25\` and the like have one label on a page. \`code\`: \`qr\` (default), \`code128\` or \`datamatrix\`; a code that bars can't show becomes a QR code. \`start\`: the first free label of the first sheet, from 1. Records without a code get no label. At most ${MAX_SHEET_LABELS} labels.`;

/** Sheets of labels for office printers, as PDF. */
export function sheetRoutes(dependencies: Dependencies): Endpoint[] {
  const { storage, clock, config } = dependencies;
  const selections = createSelections(dependencies);
  const respondWith = makeWorkerFiles(workers);
  const timeOf = siteTime(config.timeZone);

  async function respond(
    tenantId: number,
    subject: LabelSubject,
    ids: readonly number[],
    { sheet: name, code = "qr", start = 1 }: SheetBody,
    language: Locale,
  ): Promise<StreamResponse> {
    const sheet = sheetNamed(name);
    if (sheet === null) throw new Error(`there is no sheet ${name}`);
    if (start > labelsOn(sheet))
      throw Invalid.field("start", msg("must be at most {maximum}", { maximum: labelsOn(sheet) }));
    if (ids.length === 0) throw Invalid.field("", msg("No records are selected."));
    return respondWith(tenantId, () => {
      const time = timeOf(new Date(clock.now()));
      const database = join(storage.folder, storage.status().generation);
      const options = { sheet, code, start, title: textIn(msg("Labels"), language), madeDT: clock.iso() };
      const input = { database, tenantId, subject, ids, time, options };
      return { input, contentType: PDF_TYPE, fileName: `labels-${time.date}.pdf` };
    });
  }

  return [
    query("POST", "/api/locations/{id}/label-sheet", {
      operationId: "makeSheetOfLocations",
      area: "locations",
      scope: "labels:read",
      ...COMMON,
      summary: "A sheet of labels of a location, and of all below it, as a PDF",
      description: `\`withBelow\` (default true): all below the location too, in the walking order. ${DESCRIPTION}`,
      params: { id: pathId() },
      body: { ...SHEET_BODY, withBelow: flag().optional() },
      run({ params, body, language }, { tenantId }) {
        const { oid } = getLocation(storage.db, tenantId, params.id);
        const ids = body.withBelow === false ? [oid] : locationsBelow(storage.db, tenantId, oid);
        return respond(tenantId, "location", ids, body, language);
      },
    }),
    query("POST", "/api/articles/label-sheet", {
      operationId: "makeSheetOfArticles",
      area: "articles",
      scope: "labels:read",
      ...COMMON,
      summary: "A sheet of labels of articles, as a PDF",
      description: `\`ids\`, or \`filter\` with \`sort\`, as in \`printLabelsOfArticles\`. ${DESCRIPTION}`,
      maxBytes: MAX_SELECTION_BYTES,
      body: { ...selectionBody, sort: selectionSort(), ...SHEET_BODY },
      run: async ({ body, language }, { tenantId }) =>
        respond(tenantId, "article", idsOf(await selections.find(tenantId, body, language)), body, language),
    }),
  ];
}

/** Input of the worker. */
export interface SheetInput {
  /** The generation's main file. */
  readonly database: string;
  readonly tenantId: number;
  readonly subject: LabelSubject;
  readonly ids: readonly number[];
  readonly time: LabelTime;
  readonly options: SheetOptions;
}

const workers = reusableWorker<PieceProgram<SheetInput>>(
  () => new DatabaseWorker(new URL("./sheet-worker.ts", import.meta.url)),
);
