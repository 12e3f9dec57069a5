import type { ApiResponse, Client } from "../../harness/client.ts";
import type { TestServer } from "../../harness/server.ts";
import { createWarehouse } from "../stocktake.ts";
import { sealed } from "./closed.ts";

/** A signature as a pad sends it. */
export const STROKES = "M40 120L180 60L220 150M260 150L400 80";

/** The chair, and one more person. */
const COMMITTEE = [
  { role: "chair", name: "Petr Žák" },
  { role: "member", name: "Eva Malá" },
];

/** Closes a stocktake with a committee of two and these parts of its frame and its article, and waits for its record; returns its id. */
export async function closeWithCommittee(
  server: TestServer,
  name = "Roční inventura",
  others: object = { purpose: "extraordinary" },
  article: object = {},
): Promise<number> {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation(name);
  await warehouse.article(`SAW ${name}`, { [name]: 7 }, article);
  const id = await warehouse.stocktake([name], { name });
  const frame = { decisiveDay: null, method: "physical", committee: COMMITTEE, ...others };
  const { status, text } = await server.manager.put(`/api/inventories/${id}/frame`, frame);
  if (status !== 200) throw new Error(text);
  await warehouse.count(id, `SAW ${name}`, 3);
  await warehouse.move(id, "finish", "process", "close");
  await sealed(server.manager, id);
  return id;
}

/** Adds an addendum. Default: the chair signs. */
export function addTo(
  client: Client,
  id: number,
  body: object = { kind: "signature", person: 0, strokes: STROKES },
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  return client.post(`/api/inventories/${id}/addenda`, body, headers);
}

/** The file of an addendum. */
export async function addendumOf(manager: Client, id: number, number: number): Promise<Buffer> {
  const { bytes } = await manager.get(`/api/inventories/${id}/addenda/${number}`);
  return bytes;
}
