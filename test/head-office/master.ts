import { expect } from "vitest";
import { type OwnedValues, saveOwned } from "../../src/master-data/ownership.ts";
import type { ArticleDetail } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { query } from "./postgres.ts";

/** The site of the rows that are for every site. */
export const EVERY_SITE = "00000000-0000-0000-0000-000000000000";

/** A head office that does not answer. */
const NOWHERE = "postgres://site@127.0.0.1:9/office";

/** A site whose line to the head office is down. */
export const startCutOffSite = (): Promise<TestServer> =>
  startServer({ settings: { HEAD_OFFICE_URL: NOWHERE } });

/** Gives a site values of the head office, as if they had been read earlier. They are not applied to the article. */
export async function own(server: TestServer, code: string, owned: Partial<OwnedValues>): Promise<void> {
  await server.appliance.dependencies.storage.write(1, (tx) =>
    saveOwned(tx, 1, code, { name: null, category: null, ...owned }),
  );
}

/** The article of this code with all fields; null: there is none. */
export async function articleOf(client: Client, code: string) {
  const { status, body } = await client.get(`/api/articles/getbycode?code=${encodeURIComponent(code)}`);
  return status === 404 ? null : (await client.get(`/api/articles/${body.oid}/full`)).body;
}

/** Body that sends an article back as it was read. */
export function wholeBody({ oid, code, name, category, type, state, price }: ArticleDetail) {
  return { oid, code, name, categoryId: category.oid, typeId: type.oid, stateId: state.oid, price };
}

/** Values of a row of the head office. */
export interface OfficeRow {
  readonly site?: string;
  readonly name?: string | null;
  readonly category?: string | null;
  /** SQL of `changed_at`; default: now. */
  readonly changedAt?: string;
}

/** Writes a row of the head office. */
export async function putRow(url: string, code: string, row: OfficeRow): Promise<void> {
  const { site = EVERY_SITE, name = null, category = null, changedAt = "now()" } = row;
  await query(
    url,
    `INSERT INTO tallybox.master_article (site, code, name, category, changed_at) VALUES ($1, $2, $3, $4, ${changedAt})
     ON CONFLICT (site, code) DO UPDATE SET name = excluded.name, category = excluded.category, changed_at = excluded.changed_at`,
    [site, code, name, category],
  );
}

/** The state of the delivery of a site, with that of its master data. */
export async function officeStatus(server: TestServer) {
  const { status, body, text } = await server.admin.get("/api/head-office");
  expect(status, text).toBe(200);
  return body;
}
