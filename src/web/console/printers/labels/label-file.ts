import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { ApiError } from "../../../api/errors.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { CreateLabelFromFileRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { newCreation } from "../../forms/guarded-requests.ts";
import { problemText } from "../../forms/problem.ts";
import { numberedName } from "./numbered-name.ts";

// Drawn labels as files, to take them to another server.

/** Characters that file names can't have on every system. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]+/gu;
/** The server takes no larger body. */
const MAX_FILE_BYTES = 2 ** 20;
/** Names that are tried where the name of the file is taken. */
const MAX_NAMES = 20;

/** Saves a stored label as a download of the browser. */
export async function saveLabelFile(id: number): Promise<void> {
  try {
    const file = await requestAsUser(call("GET /api/printingformats/{id}/file", { id }));
    const name = file.name.replace(FORBIDDEN, " ").trim() || "label";
    const text = `${JSON.stringify(file, null, 2)}\n`;
    saveFile(new File([text], `${name}.json`, { type: "application/json" }));
  } catch (error) {
    showError(problemText(error));
  }
}

/** Adds the label of a file and opens it. Its name gets a number where it is taken. */
export async function openLabelFile(file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES)
    return showError(
      t(msg("The file is larger than {mebibytes} MiB."), { mebibytes: MAX_FILE_BYTES / 2 ** 20 }),
    );
  try {
    const content: unknown = JSON.parse(await file.text());
    if (!isLabel(content)) return showError(t(NO_LABEL, { name: file.name }));
    const { oid, name } = await add(content);
    showSuccess(t(msg("Label {name} added."), { name }));
    go(`/printers/labels/${oid}`);
  } catch (error) {
    showError(error instanceof SyntaxError ? t(NO_LABEL, { name: file.name }) : problemText(error));
  }
}

/** The server checks the rest, and names the field that is wrong. */
const isLabel = (content: unknown): content is CreateLabelFromFileRequest =>
  typeof content === "object" &&
  content !== null &&
  "format" in content &&
  "layout" in content &&
  "name" in content &&
  typeof content.name === "string";

/** A file that is opened again after a lost response is not added twice. */
const create = newCreation();

async function add(body: CreateLabelFromFileRequest) {
  for (let n = 1; ; n++) {
    try {
      const name = numberedName(body.name, n);
      return await create(call("POST /api/printingformats/from-file", { body: { ...body, name } }));
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409;
      if (!isTaken || n === MAX_NAMES) throw error;
    }
  }
}

const NO_LABEL = msg("{name} is not a label of this product.");
