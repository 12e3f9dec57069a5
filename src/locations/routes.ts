import { z } from "zod";
import { msg } from "../domain/message.ts";
import { fold } from "../domain/text-folding.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { id, pathId, queryFlag, searched } from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { changedBody, newBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { textOperator } from "../http/endpoint/search-params.ts";
import { LOCATION } from "../records/location.ts";
import {
  type Json,
  JsonPieces,
  list,
  listInMainThread,
  listInReader,
  MAX_MAIN_THREAD_ROWS,
} from "../storage/database/json.ts";
import { addLocation, changeLocation, deleteLocation, getLocation } from "./location.ts";
import { ArticleAtLocation, Location, LocationDetail, LocationTotals, OrderedLocation } from "./shapes.ts";
import * as store from "./store.ts";

/** Locations (contract 4.7). */
export function locationRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const detail = (tenantId: number, oid: number) =>
    recordResponse(store.detail.first(db, { tenantId, oid }), msg("Location not found."));
  const isMany = (tenantId: number) =>
    store.idsUpTo.all(db, { tenantId, limit: MAX_MAIN_THREAD_ROWS + 1 }).length > MAX_MAIN_THREAD_ROWS;

  return [
    query("GET", "/api/locations", {
      operationId: "listLocations",
      permission: "terminal",
      summary: "All locations, flat, by name",
      description:
        "`includePosition=true` adds the `position` among the siblings, as set by `PUT /api/locations/{id}`.",
      query: { includePosition: queryFlag().optional() },
      response: z.array(OrderedLocation),
      tables: ["location"],
      async run({ query }, { tenantId }) {
        const rows = query.includePosition ? store.allWithPosition : store.all;
        return {
          kind: "json",
          body: await list<{ tenantId: number }, OrderedLocation | Location>(
            storage,
            isMany(tenantId),
            rows,
            {
              tenantId,
            },
          ),
        };
      },
    }),
    query("GET", "/api/locations/findByName", {
      operationId: "findLocationsByName",
      permission: "terminal",
      summary: "Locations by name",
      query: { name: searched(), filterOp: textOperator("Contains") },
      response: z.array(Location),
      tables: ["location"],
      async run({ query }, { tenantId }) {
        const found = store.byName.get(query.filterOp);
        if (!found) throw new Error(`no statement for ${query.filterOp}`);
        const filter = { tenantId, value: fold(query.name) };
        return { kind: "json", body: await list(storage, isMany(tenantId), found, filter) };
      },
    }),
    query("GET", "/api/locations/totals", {
      operationId: "getLocationTotals",
      scope: "articles:read",
      permission: "terminal",
      summary: "How many articles are at which locations, and what they are worth",
      description:
        "An article with pieces at several locations is counted once, with all of them, so that it counts once in the number of a location above them.",
      response: LocationTotals,
      tables: ["articleLocation", "article"],
      async run(_input, { tenantId }) {
        const articles = await listInReader(storage.reader, store.articlesByLocations, { tenantId });
        const values = await listInReader(storage.reader, store.valuesByLocation, { tenantId });
        const body = new JsonPieces<LocationTotals>([
          Buffer.from('{"articles":'),
          ...articles.pieces,
          Buffer.from(',"values":'),
          ...values.pieces,
          Buffer.from("}"),
        ]);
        return { kind: "json", body };
      },
    }),
    query("GET", "/api/locations/{id}", {
      operationId: "getLocation",
      permission: "terminal",
      summary: "One location with its parent and, on request, its children",
      params: { id: pathId() },
      query: { includeChilds: queryFlag().optional() },
      response: LocationDetail,
      run({ params, query }, { tenantId }) {
        const found = detail(tenantId, params.id);
        if (!query.includeChilds) return found;
        const children = listInMainThread(db, store.children, { tenantId, oid: params.id });
        const body: Json<LocationDetail> = `${found.body.slice(0, -1)},"childLocations":${children}}`;
        const shown = storage.versions.of(tenantId, ["location"]);
        return { ...found, body, version: { ...found.version, shown } };
      },
    }),
    query("GET", "/api/locations/{id}/articles", {
      operationId: "listLocationArticles",
      scope: "articles:read",
      permission: "terminal",
      summary: "The stock at exactly this location",
      params: { id: pathId() },
      response: z.array(ArticleAtLocation),
      tables: ["articleLocation", "article", "location"],
      async run({ params }, { tenantId }) {
        const { oid: locationId } = getLocation(db, tenantId, params.id);
        const filter = { tenantId, locationId };
        const isLong =
          store.articleIdsUpTo.all(db, { ...filter, limit: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        return { kind: "json", body: await list(storage, isLong, store.articlesAt, filter) };
      },
    }),
    command("POST", "/api/locations", {
      operationId: "createLocation",
      permission: "manage",
      summary: "Adds a location; `parentLocationId` null is a root",
      status: 201,
      body: newBody(LOCATION, "body", {}),
      response: LocationDetail,
      run(tx, { body }, { tenantId }) {
        const oid = addLocation(tx, tenantId, body);
        return { ...detail(tenantId, oid), location: `/api/locations/${oid}` };
      },
    }),
    command("PUT", "/api/locations/{id}", {
      operationId: "updateLocation",
      permission: "manage",
      summary: "Changes or moves a location",
      description:
        "Absent properties keep their value; null clears one. `position` is the index among the siblings, from 0; an index beyond the end means the end. Siblings are ordered by name until one of them is moved. After that, a new location, or one moved from another parent without `position`, comes last.",
      params: { id: pathId() },
      body: { oid: id().optional(), ...changedBody(LOCATION, "body", {}) },
      response: LocationDetail,
      errors: {
        400: "ids differ, or a field is invalid: an unknown person, or a parent that is unknown, the location itself or below it",
      },
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getLocation(tx, tenantId, params.id);
      },
      run(tx, { body, language }, { tenantId }, { record }) {
        changeLocation(tx, record, body, language);
        return detail(tenantId, record.oid);
      },
    }),
    command("DELETE", "/api/locations/{id}", {
      operationId: "deleteLocation",
      permission: "manage",
      summary: "Deletes a location that is empty",
      description:
        "The location must have no stock and no child locations, and no minimum stock, open inventory or transfer may refer to it. Earlier counts and movements keep its name.",
      params: { id: pathId() },
      errors: { 409: "the location is not empty; the message lists its content" },
      record: (tx, { params }, { tenantId }) => getLocation(tx, tenantId, params.id),
      run: (tx, _input, _caller, { record }) => deleteLocation(tx, record),
    }),
  ];
}
