import { z } from "zod";
import { NotFound } from "../domain/errors.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, job, query } from "../http/endpoint/endpoint.ts";
import { flag, id, integer, pathId, text } from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import type { Locale } from "../i18n/locales.ts";
import { CATALOGUE_NAMES, CATALOGUES, type CatalogueName } from "../records/catalogues.ts";
import { list, listInReader, MAX_MAIN_THREAD_ROWS } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";
import { addToCatalogue, changeRecord, getCatalogueRecord, removeRecord } from "./catalogue.ts";
import { assertMergeable, type MergeInput } from "./merge.ts";
import { CatalogueItem, CatalogueUses } from "./shapes.ts";
import * as store from "./store.ts";
import { countUsesInReader, USING_TABLES, usesOfAll } from "./uses.ts";

const nameInUse = "a record of the tenant or a global one has this name; case is ignored";
const global = "a field is invalid, or the record is global";

/** The endpoints of all catalogues. `merge`: the job that runs `mergeRecords`. */
export function catalogueRoutes(dependencies: Dependencies, merge: JobKind<MergeInput, null>): Endpoint[] {
  return CATALOGUE_NAMES.flatMap((catalogue) => [
    ...reading(dependencies, catalogue),
    ...writing(catalogue),
    ...ending(dependencies, catalogue, merge),
  ]);
}

function getDetail(db: Db, catalogue: CatalogueName, language: Locale, tenantId: number, oid: number) {
  const found = store.detail[catalogue][language].first(db, { tenantId, oid });
  return { ...recordResponse(found, () => new NotFound()), location: `${CATALOGUES[catalogue].path}/${oid}` };
}

function reading({ storage }: Dependencies, catalogue: CatalogueName): Endpoint[] {
  const { path, described, ids } = CATALOGUES[catalogue];
  const [singular, plural] = ids;
  return [
    query("GET", path, {
      operationId: `list${plural}`,
      permission: "work",
      summary: `The ${described} in the tenant's order: its own and the global ones`,
      description:
        "Records without a position follow the others, by name. Hidden records (`isHidden`) are listed too: clients show them where they are used, but do not offer them.",
      response: z.array(CatalogueItem),
      tables: [catalogue, "catalogueSetting"],
      async run({ language }, { tenantId }) {
        const isLong =
          store.idsUpTo[catalogue].all(storage.db, { tenantId, limit: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        return {
          kind: "json",
          body: await list(storage, isLong, store.all[catalogue][language], { tenantId }),
        };
      },
    }),
    query("GET", `${path}/uses`, {
      operationId: `list${singular}Uses`,
      scope: null,
      permission: "manage",
      summary: `How many of the tenant's records use each of the ${described}`,
      description: "A record without uses can be deleted.",
      response: z.array(CatalogueUses),
      tables: [catalogue, ...USING_TABLES],
      run: async (_, { tenantId }) => ({
        kind: "json",
        body: await listInReader(storage.reader, usesOfAll[catalogue], { tenantId }),
      }),
    }),
    query("GET", `${path}/{id}`, {
      operationId: `get${singular}`,
      permission: "work",
      summary: `One of the ${described}`,
      params: { id: pathId() },
      response: CatalogueItem,
      run: ({ params, language }, { tenantId }) =>
        getDetail(storage.db, catalogue, language, tenantId, params.id),
    }),
  ];
}

function writing(catalogue: CatalogueName): Endpoint[] {
  const { path, described, ids } = CATALOGUES[catalogue];
  const [singular] = ids;
  return [
    command("POST", path, {
      operationId: `create${singular}`,
      permission: "manage",
      summary: `Adds to the ${described}`,
      status: 201,
      bodyId: "CreateCatalogueItemRequest",
      body: { name: text() },
      response: CatalogueItem,
      errors: { 409: nameInUse },
      run: (tx, { body, language }, { tenantId }) =>
        getDetail(tx, catalogue, language, tenantId, addToCatalogue(tx, catalogue, tenantId, body.name)),
    }),
    command("PUT", `${path}/{id}`, {
      operationId: `update${singular}`,
      permission: "manage",
      summary: `Renames, hides or moves one of the ${described}`,
      description:
        "All uses show the new name. `isHidden` and `position` are per tenant, also for global records; a global record can't be renamed (400). A hidden record is not offered in selects, but references to it are still accepted. `position` is the index in the list, from 0; an index beyond the end means the end. `isDefault` makes a currency the company's instead of another one; elsewhere `true` is refused (400).",
      params: { id: pathId() },
      bodyId: "UpdateCatalogueItemRequest",
      body: {
        oid: id().optional(),
        name: text().optional(),
        isHidden: flag().optional(),
        position: integer(0, Number.MAX_SAFE_INTEGER).optional(),
        isDefault: flag().optional(),
      },
      response: CatalogueItem,
      errors: { 400: global, 409: nameInUse },
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getCatalogueRecord(tx, catalogue, tenantId, params.id);
      },
      run(tx, { body, language }, { tenantId }, { record }) {
        changeRecord(tx, { tenantId, catalogue, language }, record, body);
        return getDetail(tx, catalogue, language, tenantId, record.oid);
      },
    }),
  ];
}

function ending(
  { storage }: Dependencies,
  catalogue: CatalogueName,
  merge: JobKind<MergeInput, null>,
): Endpoint[] {
  const { path, described, ids } = CATALOGUES[catalogue];
  const [singular] = ids;
  return [
    job("PUT", `${path}/{id}/merge`, {
      operationId: `merge${singular}`,
      scope: null,
      permission: "manage",
      summary: `Merges one of the ${described} into another and returns that`,
      description:
        "Reassigns all references to `into`, including deleted articles and closed inventories, then deletes the record. The change of each article is audited.",
      params: { id: pathId() },
      bodyId: "MergeCatalogueItemRequest",
      body: { into: id() },
      response: CatalogueItem,
      errors: { 400: `${global}, or \`into\` is the record itself or unknown` },
      prepare: ({ params }) => countUsesInReader(storage.reader, catalogue, params.id),
      record: (tx, { params }, { tenantId }) => getCatalogueRecord(tx, catalogue, tenantId, params.id),
      check: (tx, { params, body }, principal) =>
        assertMergeable(tx, { catalogue, oid: params.id, into: body.into, principal }),
      makeJob: ({ params, body }, principal, { articles, inventoryItems, disposalProposals }) => ({
        kind: merge,
        input: { catalogue, oid: params.id, into: body.into, principal },
        total: articles + inventoryItems + disposalProposals,
      }),
      respond: (_, { body, language }, { tenantId }) =>
        getDetail(storage.db, catalogue, language, tenantId, body.into),
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: `delete${singular}`,
      permission: "manage",
      summary: `Deletes one of the ${described} that nothing uses`,
      description:
        "A record in use is not deleted: 409, with the number of uses by kind of record in `errors`. Deleted articles count too, because they keep their references. A global record can't be deleted (400).",
      params: { id: pathId() },
      errors: { 400: global, 409: "it is in use" },
      prepare: ({ params }) => countUsesInReader(storage.reader, catalogue, params.id),
      record: (tx, { params }, { tenantId }) => getCatalogueRecord(tx, catalogue, tenantId, params.id),
      run: (tx, _, __, { record, prepared }) => removeRecord(tx, catalogue, record, prepared),
    }),
  ];
}
