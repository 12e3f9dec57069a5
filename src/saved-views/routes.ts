import { z } from "zod";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { MAX_VIEW_QUERY_LENGTH } from "../domain/text-limits.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { flag, pathId, rule, text } from "../http/endpoint/fields.ts";
import { changedBody, newBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { SAVED_VIEW } from "../records/saved-view.ts";
import { listInMainThread } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { addSavedView, changeSavedView, getSavedView, MAX_VIEWS, removeSavedView } from "./saved-view.ts";
import { SavedView } from "./shapes.ts";
import * as store from "./store.ts";

const PATH = "/api/saved-views";
const SCREEN = /^(?:\/[\w-]+)+$/;
// Encoded, and without what begins a path or a fragment.
const QUERY = /^[!"$-~]*$/;

const screen = text().refine(
  ...rule((value: string) => SCREEN.test(value), msg("must be the path of a list, such as /articles")),
);
const parameters = z
  .string()
  .refine(
    ...rule(
      (value: string) => QUERY.test(value) && value.length <= MAX_VIEW_QUERY_LENGTH,
      msg("must be parameters of an address with at most {max} characters", { max: MAX_VIEW_QUERY_LENGTH }),
    ),
  )
  .meta({ maxLength: MAX_VIEW_QUERY_LENGTH, pattern: QUERY.source });
const nameInUse = "another view of the list, own or shared as this one, has this name; case is ignored";
const WHO =
  "Own views are seen and changed by their user; shared ones are seen by everybody, and added, changed and deleted by Managers.";

function detailOf(db: Db, { tenantId, userId }: Principal, oid: number) {
  const found = store.detail.first(db, { tenantId, userId, oid });
  return { ...recordResponse(found, msg("Saved view not found.")), location: `${PATH}/${oid}` };
}

/** Saved views of the lists of the console. */
export function savedViewRoutes({ storage: { db } }: Dependencies): Endpoint[] {
  const one = { params: { id: pathId() }, response: SavedView, variesByPrincipal: true } as const;
  return [
    query("GET", PATH, {
      operationId: "listSavedViews",
      permission: "work",
      summary: "The caller's own views and the shared ones, of all lists, by their names",
      response: z.array(SavedView),
      tables: ["savedView"],
      variesByPrincipal: true,
      run: (_, { tenantId, userId }) => ({
        kind: "json",
        body: listInMainThread(db, store.all, { tenantId, userId }),
      }),
    }),
    query("GET", `${PATH}/{id}`, {
      operationId: "getSavedView",
      permission: "work",
      summary: "One saved view",
      ...one,
      run: ({ params }, principal) => detailOf(db, principal, params.id),
    }),
    command("POST", PATH, {
      operationId: "createSavedView",
      permission: "work",
      summary: "Saves a view of a list",
      description: `${WHO} At most ${MAX_VIEWS} own ones of a user and ${MAX_VIEWS} shared ones. The own views of a user are deleted when the user is deactivated.`,
      status: 201,
      body: { ...newBody(SAVED_VIEW, "body", { screen, query: parameters }), isShared: flag().optional() },
      response: SavedView,
      errors: { 400: "a field is invalid, or there are too many", 409: nameInUse },
      run: (tx, { body }, principal) =>
        detailOf(tx, principal, addSavedView(tx, principal, { ...body, isShared: body.isShared ?? false })),
    }),
    command("PUT", `${PATH}/{id}`, {
      operationId: "updateSavedView",
      permission: "work",
      summary: "Changes a saved view",
      description: `Absent properties keep their value. ${WHO} A view that is no longer shared becomes the caller's own.`,
      ...one,
      body: { ...changedBody(SAVED_VIEW, "body", { query: parameters }), isShared: flag().optional() },
      errors: { 409: nameInUse },
      record: (tx, { params }, principal) => getSavedView(tx, principal, params.id),
      run(tx, { body }, principal, { record }) {
        changeSavedView(tx, principal, record, body);
        return detailOf(tx, principal, record.oid);
      },
    }),
    command("DELETE", `${PATH}/{id}`, {
      operationId: "deleteSavedView",
      permission: "work",
      summary: "Deletes a saved view",
      description: WHO,
      params: { id: pathId() },
      record: (tx, { params }, principal) => getSavedView(tx, principal, params.id),
      run: (tx, _, principal, { record }) => removeSavedView(tx, principal, record),
    }),
  ];
}
