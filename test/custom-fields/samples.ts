import type { Client } from "../harness/client.ts";

/** Adds a custom field; returns its oid. */
export async function addedField(
  client: Client,
  name: string,
  other: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const response = await client.post("/api/customfields", { name, type: "text", ...other });
  if (response.status !== 201) throw new Error(`not added: ${response.text}`);
  return response.body.oid;
}

/** The values of an article by the name of the field. */
export async function valuesOf(client: Client, articleId: number): Promise<Record<string, string>> {
  const { body } = await client.get(`/api/articles/${articleId}/full`);
  return Object.fromEntries(
    body.fields.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
}

/** Sets values of an article by the oid of the field. */
export const setValues = (client: Client, articleId: number, fields: object) =>
  client.put(`/api/articles/${articleId}/full`, { fields });
