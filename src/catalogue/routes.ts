import { z } from "zod";
import type { Box } from "../box.ts";
import { NotFound } from "../errors.ts";
import { type Endpoint, read, write } from "../http/endpoint.ts";
import { id, pathId, text } from "../http/fields.ts";
import { refuseOtherId } from "../http/parse.ts";
import { FEW_ROWS, list } from "../storage/json.ts";
import { addToCatalogue, recordOf, remove, rename } from "./catalogue.ts";
import { CatalogueItem } from "./shapes.ts";
import * as store from "./store.ts";
import { countUsesInReader } from "./uses.ts";

const CATALOGUES = [
  { catalogue: "articleCategory", path: "/api/articlecategories", name: "article categories" },
  { catalogue: "articleType", path: "/api/articletypes", name: "article types" },
  { catalogue: "articleState", path: "/api/articlestates", name: "article states" },
  { catalogue: "currencyType", path: "/api/currencytypes", name: "currencies" },
  { catalogue: "articleDisposalMethod", path: "/api/articledisposalmethods", name: "disposal methods" },
  { catalogue: "articleDisposalReason", path: "/api/articledisposalreasons", name: "disposal reasons" },
] as const;

const taken = "the name is taken, without regard to case, by the tenant's own record or a global one";
const global = "a field is at fault, or the record is global";

/** The catalogues, each read and kept in the same way. */
export function catalogueRoutes(box: Box): Endpoint[] {
  return CATALOGUES.flatMap((one) => routesOf(box, one));
}

function routesOf({ storage }: Box, { catalogue, path, name }: (typeof CATALOGUES)[number]): Endpoint[] {
  const { db, reader } = storage;
  const detail = (tenantId: number, oid: number) => {
    const found = store.detail[catalogue].first(db, { tenantId, oid });
    if (found === null) throw new NotFound();
    return { body: found.json, version: { change: found.change }, location: `${path}/${oid}` };
  };

  return [
    read(
      "GET",
      path,
      {
        may: "work",
        summary: `The ${name} by name: the tenant's own and the global ones`,
        reply: z.array(CatalogueItem),
        lists: [catalogue],
      },
      async (_, { tenantId }) => {
        const isLong = store.some[catalogue].all(db, { tenantId, most: FEW_ROWS + 1 }).length > FEW_ROWS;
        return { body: await list(storage, isLong, store.all[catalogue], { tenantId }) };
      },
    ),
    read(
      "GET",
      `${path}/{id}`,
      { may: "work", summary: `One of the ${name}`, params: { id: pathId() }, reply: CatalogueItem },
      ({ params }, { tenantId }) => detail(tenantId, params.id),
    ),
    write(
      "POST",
      path,
      {
        may: "manage",
        summary: `Adds to the ${name}`,
        status: 201,
        body: { name: text() },
        reply: CatalogueItem,
        refusals: { 409: taken },
      },
      (tx, { body }, { tenantId }) => detail(tenantId, addToCatalogue(tx, catalogue, tenantId, body.name)),
    ),
    write(
      "PUT",
      `${path}/{id}`,
      {
        may: "manage",
        summary: `Renames one of the ${name}`,
        description: "Whatever uses it shows the new name. A global record can't be changed (400).",
        params: { id: pathId() },
        body: { oid: id().optional(), name: text().optional() },
        reply: CatalogueItem,
        refusals: { 400: global, 409: taken },
        record: (tx, { params, body }, { tenantId }) => {
          refuseOtherId(body.oid, params.id);
          return recordOf(tx, catalogue, tenantId, params.id);
        },
      },
      (tx, { body }, { tenantId }, { record }) => {
        rename(tx, catalogue, record, body.name);
        return detail(tenantId, record.oid);
      },
    ),
    write(
      "DELETE",
      `${path}/{id}`,
      {
        may: "manage",
        summary: `Deletes one of the ${name} that nothing uses`,
        description:
          "One in use is not deleted: 409, whose `errors` say for each kind of record how many use it. Deleted articles count too, for they keep what they were. A global record can't be deleted (400).",
        params: { id: pathId() },
        status: 204,
        reply: z.null(),
        refusals: { 400: global, 409: "it is in use" },
        prepare: ({ params }) => countUsesInReader(reader, catalogue, params.id),
        record: (tx, { params }, { tenantId }) => recordOf(tx, catalogue, tenantId, params.id),
      },
      (tx, _, __, { record, prepared }) => {
        remove(tx, catalogue, record, prepared);
        return { body: null };
      },
    ),
  ];
}
