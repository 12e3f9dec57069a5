import { z } from "zod";
import { MAX_CHOICES, MAX_CUSTOM_FIELDS } from "../domain/custom-fields.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { id, pathId, queryFlag, text } from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { changedBody, newBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { CUSTOM_FIELD } from "../records/custom-field.ts";
import { listInMainThread } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import {
  addCustomField,
  changeCustomField,
  changedField,
  deleteCustomField,
  getCustomField,
} from "./custom-field.ts";
import { CustomField, CustomFieldUses } from "./shapes.ts";
import * as store from "./store.ts";
import { countUses } from "./uses.ts";

const PATH = "/api/customfields";
const MAX_CATEGORIES = 1000;

const own = {
  choices: z.array(text()).max(MAX_CHOICES).nullable(),
  categoryIds: z.array(id()).max(MAX_CATEGORIES).nullable(),
};
const nameInUse =
  "another field has this name, or has it with its unit; case, accents, spaces and punctuation are ignored";
const FORCE = "`force=true`: articles may keep values that the field does not permit.";

function detailOf(db: Db, tenantId: number, oid: number) {
  const found = store.detail.first(db, { tenantId, oid });
  return { ...recordResponse(found, msg("Custom field not found.")), location: `${PATH}/${oid}` };
}

/** Custom fields of articles. `reserved`: the names of the other columns of articles, by `columnKey`; no field may have them. */
export function customFieldRoutes(dependencies: Dependencies, reserved: ReadonlySet<string>): Endpoint[] {
  return [...reading(dependencies), ...writing(dependencies, reserved)];
}

function reading({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  return [
    query("GET", PATH, {
      operationId: "listCustomFields",
      permission: "terminal",
      summary: "The custom fields of articles, in their order",
      response: z.array(CustomField),
      tables: ["customField", "articleCategory"],
      run: (_, { tenantId }) => ({ kind: "json", body: listInMainThread(db, store.all, { tenantId }) }),
    }),
    query("GET", `${PATH}/{id}`, {
      operationId: "getCustomField",
      permission: "terminal",
      summary: "One custom field",
      params: { id: pathId() },
      response: CustomField,
      run: ({ params }, { tenantId }) => detailOf(db, tenantId, params.id),
    }),
    query("GET", `${PATH}/{id}/uses`, {
      operationId: "getCustomFieldUses",
      permission: "manage",
      summary: "How many articles have a value of a custom field, and how many lack one",
      params: { id: pathId() },
      response: CustomFieldUses,
      async run({ params }, { tenantId }) {
        const field = getCustomField(db, tenantId, params.id);
        const { uses } = await countUses(storage.reader, field, field.categoryIds);
        return { kind: "json", body: uses };
      },
    }),
  ];
}

function writing({ storage }: Dependencies, reserved: ReadonlySet<string>): Endpoint[] {
  const { db, reader } = storage;
  return [
    command("POST", PATH, {
      operationId: "createCustomField",
      permission: "manage",
      summary: "Adds a custom field",
      description: `At the end of the list. The name, and the name with the unit, must not be that of another column of an articles table in any language, because imports find columns by them. \`choices\` are required for a choice, \`unit\` is for numbers. At most ${MAX_CUSTOM_FIELDS} fields. \`isRequired\`: a request that names the field must give it a value; requests that do not name it are accepted.`,
      status: 201,
      body: newBody(CUSTOM_FIELD, "body", own),
      response: CustomField,
      errors: { 400: "a field is invalid, or there are too many", 409: nameInUse },
      run: (tx, { body }, { tenantId }) =>
        detailOf(tx, tenantId, addCustomField(tx, tenantId, body, reserved)),
    }),
    command("PUT", `${PATH}/{id}`, {
      operationId: "updateCustomField",
      permission: "manage",
      summary: "Changes or moves a custom field",
      description: `Absent properties keep their value. Values of articles never change. 409 names the articles whose values the field would no longer permit: of a removed choice, or of a removed category. ${FORCE} While there are values, the type can only become text. \`position\` is the index in the list, from 0.`,
      params: { id: pathId() },
      query: { force: queryFlag().optional() },
      body: { oid: id().optional(), ...changedBody(CUSTOM_FIELD, "body", own) },
      response: CustomField,
      errors: { 409: `${nameInUse}; or articles have values that the field would not permit` },
      prepare: async ({ params, body }, { tenantId }) => {
        const isCounted = [body.type, body.choices, body.categoryIds].some((one) => one !== undefined);
        const record = store.record.first(db, { tenantId, oid: params.id });
        if (!isCounted || record === null) return null;
        const field = getCustomField(db, tenantId, params.id);
        return countUses(reader, field, changedField(field, body).categoryIds ?? null);
      },
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getCustomField(tx, tenantId, params.id);
      },
      run(tx, { body, query: { force: isForced = false } }, { tenantId }, { record, prepared }) {
        const { oid: _, ...changes } = body;
        changeCustomField(tx, record, changes, { uses: prepared, isForced, reserved });
        return detailOf(tx, tenantId, record.oid);
      },
    }),
    command("DELETE", `${PATH}/{id}`, {
      operationId: "deleteCustomField",
      permission: "manage",
      summary: "Deletes a custom field",
      description: `Articles keep its values, which are shown until somebody removes them. 409 names the number of articles with a value. ${FORCE}`,
      params: { id: pathId() },
      query: { force: queryFlag().optional() },
      errors: { 409: "articles have a value of it" },
      prepare: async ({ params }, { tenantId }) => {
        const record = store.record.first(db, { tenantId, oid: params.id });
        return record && countUses(reader, record, null);
      },
      record: (tx, { params }, { tenantId }) => getCustomField(tx, tenantId, params.id),
      run: (tx, { query: { force: isForced = false } }, _, { record, prepared }) =>
        deleteCustomField(tx, record, { uses: prepared, isForced }),
    }),
  ];
}
